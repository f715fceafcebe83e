// The script of the MCP App. It runs in a frame of the host, which sends it the answer of a tool. It then asks the host for the page of the
// plan, and shows that page in a frame of its own.
"use strict";

const { parent } = window;
const note = document.getElementById("note");
const whole = document.getElementById("whole");
const waiting = new Map(); // the requests without a response, by id
let requests = 0; // sent so far
let text; // the page of the plan, once it is here
let theme; // the host's, light or dark

function send(message) {
  parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

/** Sends a request to the host, and returns its result. */
function ask(method, params) {
  return new Promise((resolve, reject) => {
    const id = ++requests;
    waiting.set(id, { resolve, reject });
    send({ id, method, params });
  });
}

window.addEventListener("message", (event) => {
  const message = event.data;
  if (event.source !== parent || typeof message !== "object" || message === null) return;
  if (message.method === undefined) {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.result);
    else asked?.reject(new Error(message.error.message));
  } else if (message.method === "ui/notifications/tool-result") {
    show(message.params).catch((error) => say(`There is no page of this plan: ${error.message}`));
  } else if (message.method === "ui/notifications/tool-cancelled") {
    say("The call was cancelled.");
  } else if (message.method === "ui/notifications/host-context-changed") {
    adapt(message.params);
  } else if (message.method === "ping" || message.method === "ui/resource-teardown") {
    send({ id: message.id, result: {} });
  } else if (message.id !== undefined) {
    send({ id: message.id, error: { code: -32601, message: `tsplan's page knows no ${message.method}` } });
  }
});

/** Shows a text in the place of a plan. */
function say(text) {
  note.textContent = text;
  note.hidden = false;
}

/** Shows the plan of a tool's answer. */
async function show({ isError, content, structuredContent }) {
  const planId = structuredContent?.planId;
  if (isError || typeof planId !== "string") {
    say(content?.find((block) => block.type === "text")?.text ?? "The answer has no plan.");
    return;
  }
  text = (await ask("resources/read", { uri: `tsplan://plan/${planId}.html` })).contents[0].text;
  draw();
  note.hidden = true;
  send({ method: "ui/notifications/size-changed", params: { height: 640 } });
}

/** Shows the page of the plan in the host's theme. */
function draw() {
  const page = document.createElement("iframe");
  page.title = "the plan";
  page.sandbox = "allow-scripts"; // an origin of its own: the page can reach neither this script nor the host
  page.srcdoc = theme === undefined ? text : text.replace("<html ", `<html data-theme="${theme}" `);
  document.querySelector("iframe")?.remove();
  document.body.append(page);
}

/** Uses the theme of the host, and shows the button for the whole window if the host offers that mode. */
function adapt({ theme: wanted, availableDisplayModes, displayMode }) {
  if (["light", "dark"].includes(wanted) && wanted !== theme) {
    theme = wanted;
    document.documentElement.style.colorScheme = theme;
    if (text !== undefined) draw();
  }
  if (availableDisplayModes !== undefined) whole.dataset.offered = availableDisplayModes.includes("fullscreen");
  if (displayMode !== undefined) whole.dataset.mode = displayMode;
  whole.hidden = whole.dataset.offered !== "true" || whole.dataset.mode === "fullscreen";
}

whole.addEventListener("click", async () => adapt({ displayMode: (await ask("ui/request-display-mode", { mode: "fullscreen" })).mode }));

ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "tsplan", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
}).then(({ hostContext }) => {
  adapt(hostContext ?? {});
  send({ method: "ui/notifications/initialized" });
});
