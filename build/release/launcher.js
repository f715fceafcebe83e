#!/usr/bin/env node
// Starts the binary of the package that npm installed for this system.
"use strict";
const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const name = `@tsplan/${platform}`;
const known = Object.keys(require("../package.json").optionalDependencies);

function binary() {
  if (!known.includes(name)) {
    throw new Error(`there is no binary for ${platform}. There are: ${known.map((k) => k.slice("@tsplan/".length)).join(", ")}.`);
  }
  try {
    return require.resolve(`${name}/bin/tsplan${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    throw new Error(
      `the package ${name} is missing. It is an optional dependency of tsplan and holds its binary. ` +
        "Install tsplan again on this system, without --omit=optional, --no-optional or a node_modules of another system.",
    );
  }
}

try {
  const child = spawn(binary(), process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
} catch (error) {
  fail(error);
}

function fail(error) {
  console.error(`tsplan: ${error.message}`);
  process.exit(1);
}
