// The MCP App in a host: that the page of a tool's answer is shown there, under the strictest policy that the specification has for pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// The policy that a host has to set if a page declares none: https://github.com/modelcontextprotocol/ext-apps, specification of 2026-01-26.
const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'";

/** Serves texts by their paths. Each server has a port, and so an origin, of its own. */
async function serve(answers) {
  const server = createServer((request, response) => {
    const [headers, text] = answers[request.url] ?? [{}, ""];
    response.writeHead(headers["Content-Type"] === undefined ? 404 : 200, headers).end(text);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Runs tsplan as a server, and returns its page, the answers of two calls, one without a plan, and a way to read its resources. */
export async function started(tsplan, cache, project, script) {
  const client = new Client({ name: "browser test", version: "1" });
  await client.connect(new StdioClientTransport({ command: tsplan, args: ["serve", "--root", project, "--cache-dir", cache], stderr: "ignore" }));
  const { tools } = await client.listTools();
  const { resourceUri } = tools.find((tool) => tool.name === "planRenameSymbol")._meta.ui;
  const { contents: [page] } = await client.readResource({ uri: resourceUri });
  assert.equal(page.mimeType, "text/html;profile=mcp-app");
  const call = (find) => {
    const args = { projectRoot: project, locate: { file_path: "src/shape.ts", find }, newName: "piece", findInStrings: true };
    return client.callTool({ name: "planRenameSymbol", arguments: args });
  };
  const html = { "Content-Type": "text/html; charset=utf-8" };
  const host = await serve({
    "/": [html, "<!doctype html><title>host</title><script type=module src=/host.js></script>"],
    "/host.js": [{ "Content-Type": "text/javascript" }, readFileSync(script)],
    "/favicon.ico": [{ "Content-Type": "image/png" }, ""],
  });
  const app = await serve({ "/": [{ ...html, "Content-Security-Policy": policy }, page.text] });
  return {
    host: host.origin, app: app.origin,
    planned: await call("const <|>part"), refused: await call("no such text"),
    read: (params) => client.readResource(params),
    close: async () => { host.close(); app.close(); await client.close(); },
  };
}

/** Opens the host, and has it show an answer. Returns the frame of the app. */
export async function present(page, server, theme, answer) {
  await page.exposeFunction("readResource", server.read);
  await page.goto(server.host);
  await page.waitForFunction(() => window.present !== undefined);
  await page.evaluate(([address, shown, result]) => window.present(address, shown, {}, result), [server.app + "/", theme, answer]);
  return page.frames().find((frame) => frame.url().startsWith(server.app));
}
