// A client that nobody here wrote talks to tsplan: the official TypeScript SDK, over stdio.
//
//   node client.mjs ERA BINARY ROOT '{"filePath": ..., "line": ..., ...}' [FLAG OF THE SERVER]...
//
// ERA is legacy, for version 1 of the SDK, which opens with initialize, or modern, for version 2 and the protocol of
// 2026-07-28. Prints the protocol's era, the names of the tools and the answer of planRenameSymbol as JSON. Ends with
// status 1 when the protocol is broken, the tool is missing or its answer is an error.
import * as path from 'node:path'

const [era, binary, root, planArguments, ...flags] = process.argv.slice(2)

const packages = new URL('../npm/node_modules/@modelcontextprotocol/', import.meta.url)
const load = (/** @type {string} */ file) => import(new URL(file, packages).href)
const [{ Client }, { StdioClientTransport }] = await Promise.all(
  era === 'modern'
    ? [load('client/dist/index.mjs'), load('client/dist/stdio.mjs')]
    : [load('sdk/dist/esm/client/index.js'), load('sdk/dist/esm/client/stdio.js')],
)

const client = new Client(
  { name: 'tsplan-test', version: '1.0.0' },
  era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
)
client.onerror = fail
await client.connect(
  new StdioClientTransport({ command: path.resolve(binary), args: ['serve', '--root', root, ...flags] }),
)
const { tools } = await client.listTools()
// The SDK checks the answer against the output schema that the tool declares.
const answer = await client.callTool({
  name: 'planRenameSymbol',
  arguments: { projectRoot: root, ...JSON.parse(planArguments) },
})
console.log(
  JSON.stringify({
    era: client.getProtocolEra?.() ?? 'legacy',
    tools: tools.map((/** @type {{name: string}} */ { name }) => name),
    answer,
  }),
)
if (answer.isError) process.exitCode = 1
await client.close()

/** @param {Error} error */
function fail(error) {
  console.error(error)
  process.exit(1)
}
