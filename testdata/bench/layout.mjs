// Writes a workspace of real packages to an empty folder, the same each time:
//
//   node layout.mjs app|monorepo FOLDER
//
// The packages are those of TanStack Query, with the sources that they ship; their tests, the applications and the examples are generated.
// Each package and its tests are a composite project, as are the applications and the examples; the tsconfig.json of the root only refers to
// them. Packages reach each other by name, through links in node_modules. All other packages are copied into node_modules: links to them
// would lead out of the workspace.
import * as fs from 'node:fs'
import * as path from 'node:path'

const [kind, root] = process.argv.slice(2)
const installed = path.join(import.meta.dirname, 'node_modules')

/** @type {Record<string, {packages: Record<string, string[]>, examples: number}>} */
const workspaces = {
  app: {
    packages: { 'query-core': [], 'react-query': ['query-core'] },
    examples: 3,
  },
  monorepo: {
    packages: {
      'query-core': [],
      'query-persist-client-core': ['query-core'],
      'query-sync-storage-persister': ['query-core', 'query-persist-client-core'],
      'query-async-storage-persister': ['query-core', 'query-persist-client-core'],
      'query-broadcast-client-experimental': ['query-core'],
      'react-query': ['query-core'],
      'react-query-persist-client': ['react-query', 'query-persist-client-core'],
      'react-query-next-experimental': ['react-query'],
      'preact-query': ['query-core'],
      'solid-query': ['query-core'],
    },
    examples: 40,
  },
}
const workspace = workspaces[kind]
if (!workspace) throw new Error(`no workspace ${kind}: ${Object.keys(workspaces).join(' or ')}`)

/** @type {string[]} folders of all projects */
const projects = []

// The packages that an example has for itself, in turn.
const own = ['dayjs', 'axios', 'zod']

copyDependencies()
for (const [name, needs] of Object.entries(workspace.packages)) {
  writePackage(name, needs)
  writeTests(name)
}
writeApplication('apps/web', 'Page', 12, ['next'])
writeApplication('e2e/site', 'Site', 6, ['vite'])
for (let i = 0; i < workspace.examples; i++) writeExample(i)
write('package.json', { name: kind, private: true, workspaces: ['packages/*', 'apps/*', 'e2e/*', 'examples/*'], devDependencies: { typescript: '5.9.3' } })
write('tsconfig.base.json', {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['@tanstack/custom-condition'],
    strict: true,
    noUncheckedIndexedAccess: true,
    composite: true,
    emitDeclarationOnly: true,
    skipLibCheck: true,
    types: ['node'],
    outDir: '${configDir}/dist',
    tsBuildInfoFile: '${configDir}/dist/.tsbuildinfo',
  },
})
write('tsconfig.json', { files: [], references: projects.map((folder) => ({ path: folder })) })

function copyDependencies() {
  const inWorkspace = (/** @type {string} */ name) => workspace.packages[name.replace(/^@tanstack\//, '')] !== undefined
  const tooLarge = /\.(node|wasm|map)$/ // nothing that TypeScript reads
  for (const entry of fs.readdirSync(installed)) {
    const names = entry.startsWith('@') ? fs.readdirSync(path.join(installed, entry)).map((n) => `${entry}/${n}`) : [entry]
    for (const name of names) {
      if (name.startsWith('.') || inWorkspace(name)) continue
      fs.cpSync(path.join(installed, name), path.join(root, 'node_modules', name), { recursive: true, filter: (file) => !tooLarge.test(file) })
    }
  }
}

/** @param {string} folder @param {string[]} include @param {string[]} references @param {object} [options] */
function writeProject(folder, include, references, options = {}) {
  projects.push(folder)
  const up = path.relative(folder, '.')
  write(`${folder}/tsconfig.json`, {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: options,
    include,
    references: references.map((to) => ({ path: path.relative(folder, to) })),
  })
}

/** @param {string} name @param {string[]} needs packages of the workspace */
function writePackage(name, needs) {
  const from = path.join(installed, '@tanstack', name)
  const to = `packages/${name}`
  for (const part of ['src', 'package.json']) fs.cpSync(path.join(from, part), path.join(root, to, part), { recursive: true })
  writeProject(to, ['src'], needs.map((n) => `packages/${n}`), jsxOf(name))
  const link = path.join(root, 'node_modules/@tanstack', name)
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.symlinkSync(`../../packages/${name}`, link)
}

/** @param {string} name */
function jsxOf(name) {
  const source = /^(preact|solid)/.exec(name)?.[1]
  if (!source) return { jsx: 'react-jsx' }
  return { jsx: source === 'solid' ? 'preserve' : 'react-jsx', jsxImportSource: source === 'solid' ? 'solid-js' : source }
}

/** Tests of what the package exports. @param {string} name */
function writeTests(name) {
  const folder = `packages/${name}/tests`
  writeProject(folder, ['.'], [`packages/${name}`], jsxOf(name))
  for (let i = 0; i < 5; i++) {
    write(`${folder}/case${i}.test.ts`, `
import { describe, expect, it, vi } from 'vitest'
import * as api from '../src'

const name = 'case ${i}'
const value = { name, calls: ${i}, state: 'idle' as 'idle' | 'busy' }

describe(name, () => {
  it('exports what it says', () => {
    const seen = vi.fn((key: string) => key.length)
    for (const key of Object.keys(api)) seen(key)
    expect(seen).toHaveBeenCalledTimes(Object.keys(api).length)
    expect(value.name).toBe(name)
  })
})
`)
  }
}

/** Files that use React Query. @param {string} folder @param {string} stem @param {number} files @param {string[]} types */
function writeApplication(folder, stem, files, types) {
  writeProject(folder, ['src'], ['packages/query-core', 'packages/react-query'], { jsx: 'react-jsx' })
  write(`${folder}/package.json`, { name: folder.replace('/', '-'), private: true, dependencies: { '@tanstack/react-query': '*', [types[0]]: '*' } })
  write(`${folder}/src/client.ts`, `
import { QueryClient, hashKey } from '@tanstack/react-query'
${types[0] === 'next' ? "import type { Metadata } from 'next'\n\nexport const metadata: Metadata = { title: 'App' }" : "import { defineConfig } from 'vite'\n\nexport default defineConfig({ root: '.' })"}

export const client = new QueryClient({ defaultOptions: { queries: { staleTime: 1000, retry: 2 } } })

export function keyOf(name: string, value: number): string {
  return hashKey([name, { value }])
}
`)
  for (let i = 0; i < files; i++) {
    const before = i > 0 ? `import { ${stem}${i - 1} } from './${stem}${i - 1}'\n` : ''
    write(`${folder}/src/${stem}${i}.tsx`, `
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf } from './client'
${before}
export interface Item${i} {
  id: number
  name: string
  value: number
}

export async function fetchItem${i}(id: number): Promise<Item${i}> {
  const response = await fetch(\`/items/\${id}\`)
  return (await response.json()) as Item${i}
}

export function ${stem}${i}({ id }: { id: number }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { data, isPending, error } = useQuery({ queryKey: ['item', ${i}, id], queryFn: () => fetchItem${i}(id) })
  const save = useMutation({
    mutationFn: async (value: Item${i}) => value,
    onSuccess: () => client.invalidateQueries({ queryKey: ['item', ${i}] }),
  })
  if (isPending) return <p>loading</p>
  if (error) return <p>{error.message}</p>
  const label = keyOf(data.name, data.value)
  return (
    <section title={label}>
      <input value={name} onChange={(event) => setName(event.target.value)} />
      <button onClick={() => save.mutate({ ...data, name })}>save</button>
      ${i > 0 ? `<${stem}${i - 1} id={id} />` : ''}
    </section>
  )
}
`)
  }
}

/** Three files, and a package in a node_modules of its own. @param {number} i */
function writeExample(i) {
  const folder = `examples/example${i}`
  const dependency = own[i % own.length]
  const uses = {
    dayjs: ["import dayjs from 'dayjs'", 'dayjs(0).format()'],
    axios: ["import axios from 'axios'", 'axios.defaults.baseURL ?? name'],
    zod: ["import { z } from 'zod'", 'z.string().parse(name)'],
  }[dependency] ?? []
  writeProject(folder, ['src'], ['packages/query-core', 'packages/react-query'], { jsx: 'react-jsx' })
  write(`${folder}/package.json`, { name: `example${i}`, private: true, dependencies: { '@tanstack/react-query': '*', [dependency]: '*' } })
  fs.cpSync(path.join(installed, dependency), path.join(root, folder, 'node_modules', dependency), { recursive: true })
  write(`${folder}/src/api.ts`, `
${uses[0]}
import { queryOptions } from '@tanstack/react-query'

export interface Post {
  id: number
  name: string
  value: string
}

const cache = new Map<number, Post>()

export function labelOf(name: string): string {
  return ${uses[1]}
}

export const postOptions = (id: number) =>
  queryOptions({ queryKey: ['post', id], queryFn: async (): Promise<Post> => cache.get(id) ?? { id, name: 'post', value: '' } })
`)
  write(`${folder}/src/Post.tsx`, `
import { useQuery } from '@tanstack/react-query'
import { labelOf, postOptions } from './api'

export function Post({ id }: { id: number }) {
  const { data } = useQuery(postOptions(id))
  return <article>{data ? labelOf(data.name) : 'loading'}</article>
}
`)
  write(`${folder}/src/main.tsx`, `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Post } from './Post'

const client = new QueryClient()

export const app = (
  <QueryClientProvider client={client}>
    <Post id={${i}} />
  </QueryClientProvider>
)
`)
}

/** @param {string} file @param {string | object} content */
function write(file, content) {
  const name = path.join(root, file)
  fs.mkdirSync(path.dirname(name), { recursive: true })
  fs.writeFileSync(name, typeof content === 'string' ? content.trimStart() : JSON.stringify(content, null, 2) + '\n')
}
