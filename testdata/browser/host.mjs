// This script is a host of MCP Apps: it shows tsplan's page in a frame, and talks to the page through the bridge of ext-apps. check.mjs is
// the MCP client, and reads the resources for which the page asks.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** Shows the page at an address, and sends it the answer of a tool. After that window.seen() returns the page's messages to the host. */
window.present = async (address, theme, args, answer) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts allow-same-origin"; // as the specification has it, for a page of another origin
  frame.style = "width: 1380px; height: 960px; border: 0";
  frame.src = address;
  const seen = { sizes: [], modes: [] };
  const bridge = new AppBridge(null, { name: "tsplan's test", version: "1" }, { serverResources: {} },
    { hostContext: { theme, displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] } });
  bridge.onreadresource = (params) => window.readResource(params);
  bridge.onrequestdisplaymode = async ({ mode }) => { seen.modes.push(mode); return { mode }; };
  bridge.addEventListener("sizechange", (size) => seen.sizes.push(size));
  document.body.append(frame);
  const ready = new Promise((done) => bridge.addEventListener("initialized", done));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await ready;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(answer);
  window.change = (context) => bridge.sendHostContextChange(context);
  window.leave = () => bridge.teardownResource({});
  window.seen = () => ({ ...seen, app: bridge.getAppVersion() });
};
