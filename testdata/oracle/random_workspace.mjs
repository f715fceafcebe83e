// Writes a random workspace of packages to an empty folder, the same for the same seed:
//
//   node random_workspace.mjs FOLDER PACKAGES FILES SEED
//
// Each package has FILES modules, a barrel and tests. Packages are composite projects that refer to each other, their
// tests are projects of their own, and the tsconfig.json of the root only refers to them. They reach each other by name,
// through links in node_modules whose exports lead to build output that is not there, by path aliases and by relative
// paths. With an odd seed modules are resolved as Node does, with an even one as bundlers do.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { modulesOf } from './random_modules.mjs'
import { random } from './random.mjs'

const root = process.argv[2]
const [packages, files, seed] = process.argv.slice(3).map(Number)
const next = random(seed)
const node = seed % 2 === 1

write('package.json', { name: 'workspace', private: true, type: 'module', workspaces: ['packages/*'] })
write('tsconfig.base.json', {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    ...(node ? { module: 'nodenext' } : { module: 'esnext', moduleResolution: 'bundler' }),
    jsx: 'preserve',
    resolveJsonModule: true,
    types: [],
    strict: true,
    composite: true,
    declarationMap: true,
    skipLibCheck: true,
    ...(!node && { paths: { '~*': ['./packages/*/src'], '~p0/*': ['./packages/p0/src/*'] } }),
  },
})
/** @type {import('./random_modules.mjs').Package[]} */
const made = []
for (let p = 0; p < packages; p++) {
  const needed = p === 0 ? [] : [...new Set([p - 1, Math.floor(next() * p)])]
  made.push(modulesOf({ name: `p${p}`, files, node, next, needed: needed.map((n) => made[n]) }))
}
write('tsconfig.json', {
  files: [],
  references: made.flatMap(({ name }) => [
    { path: `packages/${name}` },
    { path: `packages/${name}/tests` },
  ]),
})
for (const { name, needed, modules, tests } of made) {
  const folder = `packages/${name}`
  write(`${folder}/package.json`, {
    name: `@workspace/${name}`,
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(needed.map((n) => [`@workspace/${n.name}`, '1.0.0'])),
  })
  write(`${folder}/tsconfig.json`, {
    extends: '../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src', 'src/**/*.json'],
    references: needed.map((n) => ({ path: `../${n.name}` })),
  })
  write(`${folder}/tests/tsconfig.json`, {
    extends: '../../../tsconfig.base.json',
    compilerOptions: { rootDir: '.', outDir: '../dist-tests' },
    include: ['.'],
    references: [{ path: '..' }],
  })
  for (const { file, text } of modules) write(`${folder}/src/${file}`, text)
  for (const { file, text } of tests) write(`${folder}/tests/${file}`, text)
  const link = path.join(root, 'node_modules/@workspace', name)
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.symlinkSync(`../../packages/${name}`, link)
}

/** @param {string} file @param {string | object} content */
function write(file, content) {
  const target = path.join(root, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  fs.writeFileSync(target, text.trim() + '\n')
}
