// Prints the types of the guest's protocol as JSON, as the package's test prints those of the host: the parameters and the answer of each method,
// the request, the reply, the flags of symbols and the endings of files. true and numbers are printed as their types.
// node types.mjs DIRECTORY, the directory of wasm/guest

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const guest = resolve(process.argv[2]);
const ts = createRequire(join(guest, "../package.json"))("typescript");
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(guest, "tsconfig.json"), ts.sys.readFile).config, ts.sys, guest);
const program = ts.createProgram(["methods.ts", "files.ts"].map((file) => join(guest, "protocol", file)), options);
const checker = program.getTypeChecker();

function exported(file, name) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(guest, "protocol", file)));
  const symbol = checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  return symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
}

// The types around the one that is printed. A type within itself is printed as the number of types between both.
const around = [];

function print(type) {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.IndexedAccess)) return "unknown";
  if (type.flags & ts.TypeFlags.TypeParameter) return "string"; // the method, whose names are compared anyway
  type = checker.getNonNullableType(type); // without the undefined of a field that may be absent
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.flags & ts.TypeFlags.String) return "string";
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (checker.isArrayType(type)) return `[](${print(checker.getTypeArguments(type)[0])})`;
  if (around.includes(type)) return `^${around.length - around.indexOf(type)}`;
  around.push(type);
  try {
    return type.isUnion() ? printUnion(type) : printObject([type]);
  } finally {
    around.pop();
  }
}

function printUnion(type) {
  const objects = type.types.filter((part) => part.flags & ts.TypeFlags.Object);
  const others = new Set(type.types.filter((part) => !objects.includes(part)).map(print));
  return [...[...others].sort(), ...(objects.length > 0 ? [printObject(objects)] : [])].join(" | ");
}

/** Prints a tuple, or an object with the fields of all given types. A field that one of them lacks may be absent. */
function printObject(types) {
  const [type] = types;
  if (checker.isTupleType(type)) {
    const required = type.target.minLength;
    return `[${checker.getTypeArguments(type).map((element, i) => print(element) + (i < required ? "" : "?")).join(", ")}]`;
  }
  const fields = new Map();
  for (const property of types.flatMap((one) => one.getProperties())) fields.set(property.name, [...(fields.get(property.name) ?? []), property]);
  const printed = [...fields].map(([name, properties]) => {
    const optional = properties.length < types.length || properties.some((property) => property.flags & ts.SymbolFlags.Optional);
    return `${name}${optional ? "?" : ""}: ${[...new Set(properties.map((property) => print(checker.getTypeOfSymbol(property))))].join(" | ")}`;
  });
  return `{${printed.sort().join("; ")}}`;
}

const printed = {};
for (const method of exported("methods.ts", "Methods").getProperties()) {
  const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
  printed[`parameters of ${method.name}`] = print(checker.getTypeOfSymbol(signature.parameters[0]));
  printed[`answer of ${method.name}`] = print(signature.getReturnType());
}
printed.request = print(exported("methods.ts", "Request"));
printed.reply = print(exported("methods.ts", "Reply"));
printed.extensions = print(exported("files.ts", "EXTENSIONS"));
for (const flag of exported("symbols.ts", "Flag").getProperties()) printed[`flag ${flag.name}`] = `${checker.getTypeOfSymbol(flag).value}`;
console.log(JSON.stringify(printed));
