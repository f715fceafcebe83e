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
 * @typedef {{name: string, files: number, node: boolean, next: () => number, needed: Package[]}} Request
 * @param {Request} request
 * @returns {Package}
 */
export const modulesOf = (request) => new RandomPackage(request).made()

class RandomPackage {
  /** @type {Module[]} */
  modules = []

  /** @param {Request} request */
  constructor({ name, files, node, next, needed }) {
    this.name = name
    this.files = files
    this.node = node
    this.next = next
    this.needed = needed
  }

  /** @returns {Package} */
  made() {
    for (let f = 0; f < this.files; f++) this.modules.push(this.moduleOf(f))
    const { text, barrel } = this.barrelOf()
    this.modules.push({ file: 'index.ts', text, things: [] })
    const hasJsx = this.modules.some(({ file }) => file.endsWith('.tsx'))
    if (hasJsx) {
      const jsx = 'declare namespace JSX {\n  interface Element {}\n  interface IntrinsicElements { div: { title?: string } }\n}'
      this.modules.push({ file: 'jsx.d.ts', text: jsx, things: [] })
    }
    const tests = [0, 1].map((t) => ({ file: `case${t}.test.ts`, text: this.testOf(t, barrel) }))
    if (hasJsx) tests.push({ file: 'jsx.d.ts', text: '/// <reference path="../src/jsx.d.ts" />' })
    const { name, needed, modules } = this
    return { name, needed, modules, tests, barrel }
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[Math.floor(this.next() * list.length)]
  }

  /** @param {number} p */
  chance(p) {
    return this.next() < p
  }

  /** @param {number} f @returns {Module} */
  moduleOf(f) {
    const kind = this.pick(kinds)
    const folder = this.pick(['', '', 'core/', 'core/parts/', 'util/'])
    const id = `${f}of${this.name}`
    const extension = { tsx: '.tsx', mts: '.mts', cts: '.cts', json: '.json' }[kind] ?? '.ts'
    const file = `${folder}${kind}${f}${extension}`
    if (kind === 'json') {
      const text = JSON.stringify({ version: f, [this.pick(members)]: { deep: [f] } }, null, 2)
      return { file, text, things: [{ name: `data${id}`, type: false, byDefault: true, use: (n) => `${n}.version` }] }
    }
    const uses = kind === 'cts' ? { imports: [], sum: '1' } : this.usesFor(file)
    const [a, b] = [this.pick(members), this.pick(members.slice(0, 3)) + 'Of']
    const { text, things } = (texts[kind] ?? texts.value)({ id, a, b, sum: uses.sum })
    return { file, text: [...uses.imports, text].join('\n'), things }
  }

  /** How a module is named in another's import. @param {string} from @param {string} to below the same folder */
  specifier(from, to) {
    let target = path.posix.relative(path.posix.dirname('/' + from), '/' + to)
    if (!target.startsWith('.')) target = './' + target
    if (target.endsWith('.json')) return target
    if (/\.[mc]ts$/.test(target)) return target.replace(/ts$/, 'js')
    if (this.node) return target.replace(/\.tsx?$/, target.endsWith('x') ? '.jsx' : '.js')
    return target.replace(/\.tsx?$/, '').replace(/\/index$/, '')
  }

  /** Imports something and says how to name it. @param {string} from @param {Thing} thing @param {string} module */
  importOf(from, thing, module) {
    const json = module.endsWith('.json') && this.node ? " with { type: 'json' }" : ''
    const local = `local${Math.floor(this.next() * 1e6)}`
    if (thing.byDefault) {
      if (json || this.chance(0.6)) return { text: `import ${local} from '${module}'${json}`, name: local }
      return { text: `import { default as ${local} } from '${module}'`, name: local }
    }
    if (thing.type && this.chance(0.4)) return { text: `import type { ${thing.name} } from '${module}'`, name: thing.name }
    if (thing.type && this.chance(0.2)) return { text: '', name: `import('${module}').${thing.name}` }
    const way = this.pick(['named', 'named', 'alias', 'namespace', 'inline'])
    if (way === 'alias') return { text: `import { ${thing.name} as ${local} } from '${module}'`, name: local }
    if (way === 'namespace') return { text: `import * as ${local} from '${module}'`, name: `${local}.${thing.name}` }
    if (way === 'inline' && thing.type) return { text: `import { type ${thing.name} } from "${module}"`, name: thing.name }
    return { text: `import { ${thing.name} } from '${module}'`, name: thing.name }
  }

  /** @param {string} file */
  usesFor(file) {
    /** @type {Map<string, {text: string, name: string, thing: Thing}>} */
    const found = new Map()
    for (let i = 0; i < 3; i++) {
      const other = this.needed.length > 0 && this.chance(0.4) ? this.pick(this.needed) : undefined
      if (other) {
        const { thing, access } = this.pick(other.barrel)
        const package_ = this.node || this.chance(0.6) ? `@workspace/${other.name}` : `~${other.name}`
        if (!found.has(thing.name)) found.set(thing.name, { ...this.accessed(package_, thing, access), thing })
      } else if (this.modules.length > 0) {
        const module = this.pick(this.modules)
        const thing = this.pick(module.things)
        if (!found.has(thing.name)) found.set(thing.name, { ...this.importOf(file, thing, this.specifier(file, module.file)), thing })
      }
    }
    const list = [...found.values()]
    return {
      imports: [...new Set(list.map(({ text }) => text).filter((text) => text !== ''))],
      sum: ['1', ...list.map(({ thing, name }) => thing.use(name))].join(' + '),
    }
  }

  /** Imports what a barrel exports. @param {string} module @param {Thing} thing @param {string} access */
  accessed(module, thing, access) {
    const [first, ...rest] = access.split('.')
    const way = this.importOf('', { ...thing, name: first, type: thing.type && rest.length === 0, byDefault: false }, module)
    return { text: way.text, name: [way.name, ...rest].join('.') }
  }

  barrelOf() {
    /** @type {Package['barrel']} */
    const barrel = []
    const lines = this.modules.map(({ file, things }, i) => {
      const from = this.specifier('index.ts', file)
      const json = file.endsWith('.json') && this.node ? " with { type: 'json' }" : ''
      const [only] = things
      if (only.byDefault) {
        barrel.push({ thing: only, access: only.name })
        return json ? `import ${only.name} from '${from}'${json}\nexport { ${only.name} }` : `export { default as ${only.name} } from '${from}'`
      }
      const way = this.pick(['star', 'star', 'names', 'renamed', 'namespace'])
      for (const thing of things) {
        const access = { namespace: `group${i}of${this.name}.${thing.name}`, renamed: `${thing.name}Renamed` }[way] ?? thing.name
        barrel.push({ thing, access })
      }
      if (way === 'star') return `export * from '${from}'`
      if (way === 'namespace') return `export * as group${i}of${this.name} from '${from}'`
      const all = things.map((t) => `${t.type ? 'type ' : ''}${t.name}${way === 'renamed' ? ` as ${t.name}Renamed` : ''}`)
      return `export { ${all.join(', ')} } from '${from}'`
    })
    return { text: lines.join('\n'), barrel }
  }

  /** @param {number} t @param {Package['barrel']} barrel */
  testOf(t, barrel) {
    const [imports, parts] = [/** @type {Set<string>} */ (new Set()), ['1']]
    const source = (/** @type {string} */ file) => this.specifier('tests/x.ts', `src/${file}`)
    for (let i = 0; i < 4; i++) {
      const module = this.pick(this.modules.filter(({ things }) => things.length > 0))
      const thing = this.pick(module.things)
      const exported = barrel.find((b) => b.thing === thing)
      const way = this.chance(0.5) && exported
        ? this.accessed(this.chance(0.5) ? source('index.ts') : `@workspace/${this.name}`, thing, exported.access)
        : this.importOf('', thing, source(module.file))
      // The same name twice would be declared twice.
      if ([...imports].some((line) => new RegExp(`\\b${way.name.split('.')[0].replace(/\W/g, '.')}\\b`).test(line))) continue
      if (way.text) imports.add(way.text)
      parts.push(thing.use(way.name))
    }
    return [...imports, `export const result${t} = ${parts.join(' + ')}`].join('\n')
  }
}

/**
 * The text of a module, by its kind, and what it exports.
 * @type {Record<string, (names: {id: string, a: string, b: string, sum: string}) => {text: string, things: Thing[]}>}
 */
const texts = {
  class: ({ id, a, b, sum }) => ({
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
  }),
  interface: ({ id, a, b, sum }) => ({
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
  }),
  enum: ({ id, a, b, sum }) => ({
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
  }),
  default: ({ id, a, b, sum }) => ({
    text: `
export default function main${id}(${a} = ${sum}, rest: { ${b}?: number } = {}): number {
  const { ${b} = 1 } = rest
  return ${a} + ${b}
}`,
    things: [{ name: `main${id}`, type: false, byDefault: true, use: (n) => `${n}(1, { ${b}: 2 })` }],
  }),
  tsx: ({ id, a, b, sum }) => ({
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
  }),
  generic: ({ id, a, b, sum }) => ({
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
  }),
  types: ({ id, a, b, sum }) => ({
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
  }),
  value: ({ id, a, b, sum }) => ({
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
  }),
}
