// A client that nobody here wrote talks to tsplan: the official TypeScript SDK, over stdio.
//
//   node client.mjs BINARY ROOT '{"filePath": ..., "line": ..., ...}'
//
// Prints the names of the tools and the answer of planRenameSymbol as JSON. Ends with status 1 when
// the protocol is broken, the tool is missing or its answer is an error.
import * as path from 'node:path'

const sdk = new URL('../npm/node_modules/@modelcontextprotocol/sdk/dist/esm/', import.meta.url)
/** @type {typeof import('@modelcontextprotocol/sdk/client/index.js')} */
const { Client } = await import(new URL('client/index.js', sdk).href)
/** @type {typeof import('@modelcontextprotocol/sdk/client/stdio.js')} */
const { StdioClientTransport } = await import(new URL('client/stdio.js', sdk).href)

const [binary, root, planArguments] = process.argv.slice(2)

const client = new Client({ name: 'tsplan-test', version: '1.0.0' })
client.onerror = fail
await client.connect(
  new StdioClientTransport({ command: path.resolve(binary), args: ['serve', '--root', root] }),
)
const { tools } = await client.listTools()
// The SDK checks the answer against the output schema that the tool declares.
const answer = await client.callTool({
  name: 'planRenameSymbol',
  arguments: { projectRoot: root, ...JSON.parse(planArguments) },
})
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), answer }, null, 2))
if (answer.isError) process.exitCode = 1
await client.close()

/** @param {Error} error */
function fail(error) {
  console.error(error)
  process.exit(1)
}
