// The modules of one random package. Every module exports a few things of one kind and uses some of what comes before it,
// imported in one of the ways there are. What is made always compiles: every use is an expression of type number.
import * as path from 'node:path'

/**
 * @typedef {{file: string, text: string}} Text
 * @typedef {object} Thing something that a module exports
 * @property {string} name
 * @property {boolean} type whether it is there for types only
 * @property {boolean} [byDefault] whether it is the module's default export
 * @property {(name: string) => string} use an expression of type number
 * @typedef {object} Module
 * @property {string} file
 * @property {string} text
 * @property {Thing[]} things
 * @typedef {object} Package
 * @property {string} name
 * @property {Package[]} needed
 * @property {Module[]} modules
 * @property {Text[]} tests
 * @property {{thing: Thing, access: string}[]} barrel what index.ts exports, and under which name
 */

const members = ['size', 'label', 'count', 'parent', 'kind', 'options']
const kinds = ['function', 'class', 'interface', 'enum', 'default', 'tsx', 'mts', 'cts', 'json', 'generic', 'types']

/**
 * @param {{name: string, files: number, node: boolean, next: () => number, needed: Package[]}} request
 * @returns {Package}
 */
export function modulesOf({ name, files, node, next, needed }) {
  /** @type {<T>(list: readonly T[]) => T} */
  const pick = (list) => list[Math.floor(next() * list.length)]
  const chance = (/** @type {number} */ p) => next() < p
  /** @type {Module[]} */
  const modules = []

  for (let f = 0; f < files; f++) {
    const kind = pick(kinds)
    const folder = pick(['', '', 'core/', 'core/parts/', 'util/'])
    const id = `${f}of${name}`
    const extension = { tsx: '.tsx', mts: '.mts', cts: '.cts', json: '.json' }[kind] ?? '.ts'
    const file = `${folder}${kind}${f}${extension}`
    if (kind === 'json') {
      modules.push({
        file,
        text: JSON.stringify({ version: f, [pick(members)]: { deep: [f] } }, null, 2),
        things: [{ name: `data${id}`, type: false, byDefault: true, use: (n) => `${n}.version` }],
      })
      continue
    }
    const uses = kind === 'cts' ? { imports: [], sum: '1' } : usesFor(file)
    const [a, b] = [pick(members), pick(members.slice(0, 3)) + 'Of']
    const { text, things } = made(kind, id, a, b, uses.sum)
    modules.push({ file, text: [...uses.imports, text].join('\n'), things })
  }
  const { text, barrel } = barrelOf()
  modules.push({ file: 'index.ts', text, things: [] })
  if (modules.some(({ file }) => file.endsWith('.tsx'))) {
    const jsx = 'declare namespace JSX {\n  interface Element {}\n  interface IntrinsicElements { div: { title?: string } }\n}'
    modules.push({ file: 'jsx.d.ts', text: jsx, things: [] })
  }
  const sources = modules.filter(({ things }) => things.length > 0)
  const tests = [0, 1].map((t) => ({ file: `case${t}.test.ts`, text: testOf(t) }))
  if (sources.some(({ file }) => file.endsWith('.tsx'))) tests.push({ file: 'jsx.d.ts', text: '/// <reference path="../src/jsx.d.ts" />' })
  return { name, needed, modules, tests, barrel }

  /** How a module is named in another's import. @param {string} from @param {string} to below the same folder */
  function specifier(from, to) {
    let target = path.posix.relative(path.posix.dirname('/' + from), '/' + to)
    if (!target.startsWith('.')) target = './' + target
    if (target.endsWith('.json')) return target
    if (/\.[mc]ts$/.test(target)) return target.replace(/ts$/, 'js')
    if (node) return target.replace(/\.tsx?$/, target.endsWith('x') ? '.jsx' : '.js')
    return target.replace(/\.tsx?$/, '').replace(/\/index$/, '')
  }

  /** Imports something and says how to name it. @param {string} from @param {Thing} thing @param {string} module */
  function importOf(from, thing, module) {
    const json = module.endsWith('.json') && node ? " with { type: 'json' }" : ''
    const local = `local${Math.floor(next() * 1e6)}`
    if (thing.byDefault) {
      if (json || chance(0.6)) return { text: `import ${local} from '${module}'${json}`, name: local }
      return { text: `import { default as ${local} } from '${module}'`, name: local }
    }
    if (thing.type && chance(0.4)) return { text: `import type { ${thing.name} } from '${module}'`, name: thing.name }
    if (thing.type && chance(0.2)) return { text: '', name: `import('${module}').${thing.name}` }
    const way = pick(['named', 'named', 'alias', 'namespace', 'inline'])
    if (way === 'alias') return { text: `import { ${thing.name} as ${local} } from '${module}'`, name: local }
    if (way === 'namespace') return { text: `import * as ${local} from '${module}'`, name: `${local}.${thing.name}` }
    if (way === 'inline' && thing.type) return { text: `import { type ${thing.name} } from "${module}"`, name: thing.name }
    return { text: `import { ${thing.name} } from '${module}'`, name: thing.name }
  }

  /** @param {string} file */
  function usesFor(file) {
    /** @type {Map<string, {text: string, name: string, thing: Thing}>} */
    const found = new Map()
    for (let i = 0; i < 3; i++) {
      const other = needed.length > 0 && chance(0.4) ? pick(needed) : undefined
      if (other) {
        const { thing, access } = pick(other.barrel)
        const package_ = node || chance(0.6) ? `@workspace/${other.name}` : `~${other.name}`
        if (!found.has(thing.name)) found.set(thing.name, { ...accessed(package_, thing, access), thing })
      } else if (modules.length > 0) {
        const module = pick(modules)
        const thing = pick(module.things)
        if (!found.has(thing.name)) found.set(thing.name, { ...importOf(file, thing, specifier(file, module.file)), thing })
      }
    }
    const list = [...found.values()]
    return {
      imports: [...new Set(list.map(({ text }) => text).filter((text) => text !== ''))],
      sum: ['1', ...list.map(({ thing, name }) => thing.use(name))].join(' + '),
    }
  }

  /** Imports what a barrel exports. @param {string} module @param {Thing} thing @param {string} access */
  function accessed(module, thing, access) {
    const [first, ...rest] = access.split('.')
    const way = importOf('', { ...thing, name: first, type: thing.type && rest.length === 0, byDefault: false }, module)
    return { text: way.text, name: [way.name, ...rest].join('.') }
  }

  function barrelOf() {
    /** @type {Package['barrel']} */
    const barrel = []
    const lines = modules.map(({ file, things }, i) => {
      const from = specifier('index.ts', file)
      const json = file.endsWith('.json') && node ? " with { type: 'json' }" : ''
      const [only] = things
      if (only.byDefault) {
        barrel.push({ thing: only, access: only.name })
        return json ? `import ${only.name} from '${from}'${json}\nexport { ${only.name} }` : `export { default as ${only.name} } from '${from}'`
      }
      const way = pick(['star', 'star', 'names', 'renamed', 'namespace'])
      for (const thing of things) {
        const access = { namespace: `group${i}of${name}.${thing.name}`, renamed: `${thing.name}Renamed` }[way] ?? thing.name
        barrel.push({ thing, access })
      }
      if (way === 'star') return `export * from '${from}'`
      if (way === 'namespace') return `export * as group${i}of${name} from '${from}'`
      const all = things.map((t) => `${t.type ? 'type ' : ''}${t.name}${way === 'renamed' ? ` as ${t.name}Renamed` : ''}`)
      return `export { ${all.join(', ')} } from '${from}'`
    })
    return { text: lines.join('\n'), barrel }
  }

  /** @param {number} t */
  function testOf(t) {
    const [imports, parts] = [/** @type {Set<string>} */ (new Set()), ['1']]
    const source = (/** @type {string} */ file) => specifier('tests/x.ts', `src/${file}`)
    for (let i = 0; i < 4; i++) {
      const module = pick(sources)
      const thing = pick(module.things)
      const exported = barrel.find((b) => b.thing === thing)
      const way = chance(0.5) && exported
        ? accessed(chance(0.5) ? source('index.ts') : `@workspace/${name}`, thing, exported.access)
        : importOf('', thing, source(module.file))
      // The same name twice would be declared twice.
      if ([...imports].some((line) => new RegExp(`\\b${way.name.split('.')[0].replace(/\W/g, '.')}\\b`).test(line))) continue
      if (way.text) imports.add(way.text)
      parts.push(thing.use(way.name))
    }
    return [...imports, `export const result${t} = ${parts.join(' + ')}`].join('\n')
  }
}

/**
 * The text of a module and what it exports.
 * @param {string} kind @param {string} id @param {string} a a member @param {string} b another @param {string} sum
 * @returns {{text: string, things: Thing[]}}
 */
function made(kind, id, a, b, sum) {
  switch (kind) {
    case 'class':
      return {
        text: `
/** Has a {@link Class${id}.${b}}. */
export abstract class Base${id} {
  abstract ${b}(): number
  protected static instances = 0
}
export class Class${id} extends Base${id} {
  #hidden = ${sum}
  constructor(readonly ${a}: number, private own = 1) {
    super()
    Base${id}.instances++
  }
  get twice(): number { return this.#hidden + this.own }
  set twice(value) { this.#hidden = value }
  override ${b}() {
    const { ${a}, twice: local = 2 } = this
    return ${a} + local
  }
}`,
        things: [{ name: `Class${id}`, type: false, use: (n) => `new ${n}(1).${b}()` }],
      }
    case 'interface':
      return {
        text: `
export interface Shape${id} {
  ${a}: number
  ${b}?: string
}
export type Part${id} = Pick<Shape${id}, '${a}'>
export const make${id} = (${a}: number): Shape${id} => ({ ${a}, ${b}: \`\${${sum}}\` })
/** @param value has {@link Shape${id}} */
export const read${id} = ({ ${a} }: Part${id}, value = make${id}(${a})) => value['${a}']`,
        things: [
          { name: `Shape${id}`, type: true, use: (n) => `({ ${a}: 1 } satisfies ${n}).${a}` },
          { name: `Part${id}`, type: true, use: (n) => `({ ${a}: 1 } as ${n}).${a}` },
          { name: `make${id}`, type: false, use: (n) => `${n}(2).${a}` },
          { name: `read${id}`, type: false, use: (n) => `${n}({ ${a}: 2 })` },
        ],
      }
    case 'enum':
      return {
        text: `
export enum Level${id} { Low = 1, High }
export const levels${id} = { [Level${id}.Low]: ${sum}, [Level${id}.High]: 2 }
export namespace Level${id} {
  export const ${a}: Level${id} = Level${id}.Low
}`,
        things: [
          { name: `Level${id}`, type: false, use: (n) => `${n}.High` },
          { name: `levels${id}`, type: false, use: (n) => `${n}[1]` },
        ],
      }
    case 'default':
      return {
        text: `
export default function main${id}(${a} = ${sum}, rest: { ${b}?: number } = {}): number {
  const { ${b} = 1 } = rest
  return ${a} + ${b}
}`,
        things: [{ name: `main${id}`, type: false, byDefault: true, use: (n) => `${n}(1, { ${b}: 2 })` }],
      }
    case 'tsx':
      return {
        text: `
export interface Props${id} { ${a}: string }
export function View${id}({ ${a} }: Props${id}): JSX.Element {
  return <div title={${a} + (${sum})} />
}
export const shown${id} = [<View${id} ${a}="x" />].length`,
        things: [
          { name: `shown${id}`, type: false, use: (n) => n },
          { name: `Props${id}`, type: true, use: (n) => `({ ${a}: '' } satisfies ${n}).${a}.length` },
        ],
      }
    case 'generic':
      return {
        text: `
export type Keys${id}<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T]
export function pluck${id}<T extends object, K extends keyof T>(from: T, key: K): T[K] {
  return from[key]
}
export const plucked${id}: number = pluck${id}({ ${a}: ${sum} }, '${a}')`,
        things: [
          { name: `plucked${id}`, type: false, use: (n) => n },
          { name: `Keys${id}`, type: true, use: (n) => `({ ${b}: 1 })['${b}' satisfies ${n}<{ ${b}: number }>]` },
        ],
      }
    case 'types':
      return {
        text: `
export type Kind${id} = { tag: 'one'; ${b}: number } | { tag: 'two'; ${a}: string }
export function sized${id}(given: Kind${id}): number {
  switch (given.tag) {
    case 'one': return given.${b}
    case 'two': return ${sum}
  }
}`,
        things: [
          { name: `Kind${id}`, type: true, use: (n) => `({ tag: 'one', ${b}: 1 } as Extract<${n}, { tag: 'one' }>).${b}` },
          { name: `sized${id}`, type: false, use: (n) => `${n}({ tag: 'one', ${b}: 3 })` },
        ],
      }
    default:
      return {
        text: `
function inner${id}(${a}: number, ...${b}: number[]): number {
  return ${a} + ${b}.length
}
const local${id} = ${sum}
export const value${id} = local${id}
export { inner${id} as outer${id} }`,
        things: [
          { name: `outer${id}`, type: false, use: (n) => `${n}(1, 2, 3)` },
          { name: `value${id}`, type: false, use: (n) => n },
        ],
      }
  }
}
