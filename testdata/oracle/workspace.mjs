// Writes a workspace of packages to an empty folder, the same for the same numbers:
//
//   node workspace.mjs FOLDER PACKAGES FILES
//
// Each package has FILES source files and a test for every fifth of them. Packages reach each other
// in both ways that workspaces use: by name, through a link in node_modules whose exports lead to
// build output that is not there, and by a path alias to the sources. Each package is a composite
// project, its tests are another, and the tsconfig.json of the root only refers to them.
import * as fs from 'node:fs'
import * as path from 'node:path'

const [root, packages, files] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]

write('package.json', { name: 'workspace', private: true, workspaces: ['packages/*'] })
write('tsconfig.base.json', {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    composite: true,
    declarationMap: true,
    skipLibCheck: true,
    paths: { '~*': ['./packages/*/src'] },
  },
})
write('tsconfig.json', {
  files: [],
  references: upTo(packages).flatMap((p) => [
    { path: `packages/pkg${p}` },
    { path: `packages/pkg${p}/tests` },
  ]),
})
for (const p of upTo(packages)) writePackage(p)

/** @param {number} p */
function writePackage(p) {
  const folder = `packages/pkg${p}`
  const needed = neededBy(p)
  write(`${folder}/package.json`, {
    name: `@workspace/pkg${p}`,
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(needed.map((n) => [`@workspace/pkg${n}`, '1.0.0'])),
  })
  write(`${folder}/tsconfig.json`, {
    extends: '../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src'],
    references: needed.map((n) => ({ path: `../pkg${n}` })),
  })
  write(`${folder}/tests/tsconfig.json`, {
    extends: '../../../tsconfig.base.json',
    compilerOptions: { rootDir: '.', outDir: '../dist-tests' },
    include: ['.'],
    references: [{ path: '..' }],
  })
  write(`${folder}/src/index.ts`, upTo(files).map((f) => `export * from './${at(f)}'`).join('\n'))
  for (const f of upTo(files)) {
    write(`${folder}/src/${at(f)}.ts`, source(p, f))
    if (f % 5 === 0) write(`${folder}/tests/item${f}.test.ts`, test(p, f))
  }
  const link = path.join(root, 'node_modules/@workspace', `pkg${p}`)
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.symlinkSync(`../../packages/pkg${p}`, link)
}

/** Every package needs the one before it and the one at half its number. @param {number} p */
function neededBy(p) {
  return p === 0 ? [] : [...new Set([p >> 1, p - 1])]
}

/** Ten files to a folder. @param {number} f */
function at(f) {
  return `group${Math.floor(f / 10)}/item${f}`
}

/** @param {number} p @param {number} f */
function source(p, f) {
  const id = `${p}_${f}`
  let imports = ''
  const parts = ['this.count']
  const use = (/** @type {string} */ other, /** @type {string} */ from) => {
    imports += `import { total${other}, type Options${other} } from '${from}'\n`
    parts.push(`total${other}({ size: this.count, label } satisfies Options${other})`)
  }
  // Half the number: chains stay short however many files there are.
  if (f > 0) use(`${p}_${f >> 1}`, relative(at(f), at(f >> 1)))
  if (f % 4 === 1 && p > 0) use(`${p - 1}_${f}`, `@workspace/pkg${p - 1}`)
  if (f % 4 === 3 && p > 0) use(`${p >> 1}_${f}`, `~pkg${p >> 1}`)
  return `${imports}
/** What item ${f} of package ${p} is made from. */
export interface Options${id} {
  size: number
  label?: string
}

export class Item${id} {
  readonly count: number

  constructor({ size }: Options${id}) {
    this.count = size + 1
  }

  describe(label: string): string {
    const sum = ${parts.join(' + ')}
    return \`\${label}: \${sum}\`
  }
}

export function total${id}({ size, label = 'item' }: Options${id}): number {
  const item = new Item${id}({ size, label })
  return item.count + item.describe(label).length
}
`
}

/** @param {number} p @param {number} f */
function test(p, f) {
  const id = `${p}_${f}`
  return `import { Item${id}, total${id} } from '../src'
import { total${id} as byFile } from '../src/${at(f)}'

export const results = [
  new Item${id}({ size: ${f} }).describe('test') === 'test',
  total${id}({ size: ${f}, label: 'x' }) === byFile({ size: ${f} }),
]
`
}

/** @param {string} from @param {string} to */
function relative(from, to) {
  const specifier = path.posix.relative('/' + path.posix.dirname(from), '/' + to)
  return specifier.startsWith('.') ? specifier : './' + specifier
}

/** @param {number} count */
function upTo(count) {
  return Array.from({ length: count }, (_, i) => i)
}

/** @param {string} file @param {string | object} content */
function write(file, content) {
  const target = path.join(root, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  fs.writeFileSync(target, text.trim() + '\n')
}
