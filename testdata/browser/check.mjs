// node check.mjs TSPLAN HOST [PICTURES]: has tsplan write pages of plans for a hostile project, and looks at them in Chromium: that they show
// what the plans have, ask for nothing and run nothing of the project. Then it looks at the MCP App in a host, whose script HOST is
// host.mjs with its packages. With a directory PICTURES it leaves pictures there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { present, started } from "./app.mjs";

// What the hostile texts point to. It must never be asked.
let asked = 0;
const server = createServer((_, answer) => { asked++; answer.end(); });
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const elsewhere = `http://127.0.0.1:${server.address().port}`;

const tsplan = resolve(process.argv[2]), hostScript = process.argv[3], pictures = process.argv[4];
const dir = mkdtempSync(join(tmpdir(), "tsplan-browser"));
const project = join(dir, "project");
const evil = "<img src=x onerror=document.title='run'>";
const script = `</script></td></table><script>document.title='run'</script><img src='${elsewhere}/x'>`;
const sources = {
  "tsconfig.json": `{ "compilerOptions": { "jsx": "preserve" }, "include": ["src"] }`,
  "src/shape.ts": `// ${script}\n${"//\n".repeat(30)}export const part = 1; // ${script}\ntype Name = "part";\nexport const o: { [k in Name]: number } = { part };\n`,
  [`src/${evil}.ts`]: `import { part } from "./shape";\nexport const text = "${script}" + part;\nexport const hidden = "\u202e" + part;\n// part stays\n`,
  "src/deep/er/view.tsx": `import { part } from "../../shape";\nexport const view = <p title="${evil}">it's {part} & {part}</p>;\n`,
  "src/long.ts": `import { part } from "./shape";\nexport const a = "${"x".repeat(5000)}" + part + "${"y".repeat(5000)}";\n`,
};
for (const [name, text] of Object.entries(sources)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

/** Runs tsplan, and returns the page that it wrote and the same plan as JSON. */
function planned(name, ...args) {
  const run = (...more) => {
    const done = spawnSync(tsplan, ["--cache-dir", join(dir, "cache"), ...args, ...more], { cwd: project, encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout;
  };
  const file = join(dir, name + ".html");
  run("--html", file);
  return { url: pathToFileURL(file).href, plan: JSON.parse(run("--json")) };
}

async function main(browser) {
  let failed = 0;
  const test = async (name, scheme, pageOf, look) => {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1400, height: 1000 } });
    const page = await context.newPage();
    const requests = [], problems = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => { problems.push("a dialog"); void dialog.dismiss(); });
    try {
      await page.goto(pageOf.url);
      await look(page, pageOf.plan, scheme);
      if (look !== policyHolds) assert.deepEqual(requests, [pageOf.url], "requests");
      assert.equal(asked, 0, "requests that arrived");
      if (look !== policyHolds) assert.deepEqual(problems, [], "what the console says");
      assert.match(await page.title(), /^tsplan: /);
      assert.equal(await page.locator("img, iframe, object, embed, form, a:not([href^='#'])").count(), 0);
      assert.equal(await page.locator("script").count(), 1);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}-${scheme}.png`) });
      }
      console.log(`ok: ${name}, ${scheme}: no request but for the page`);
    } catch (error) {
      failed++;
      console.error(`FAILED: ${name}, ${scheme}: ${error.stack}`);
    } finally {
      await context.close();
    }
  };
  const rename = planned("rename", "rename", "--literal", "src/shape.ts:part", "piece");
  const move = planned("move", "move", "src/shape.ts", "src/deep/shape.ts");
  for (const scheme of ["light", "dark"]) {
    await test("shows", scheme, rename, shows);
    await test("moves", scheme, move, shows);
  }
  await test("keys", "light", rename, keys);
  await test("search", "light", rename, search);
  await test("policy", "light", rename, policyHolds);
  const server = await started(tsplan, join(dir, "cache"), project, hostScript);
  for (const scheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1400, height: 1000 } });
    try {
      await app(context, server, scheme);
      console.log(`ok: app, ${scheme}: no request but for the host and the page`);
    } catch (error) {
      failed++;
      console.error(`FAILED: app, ${scheme}: ${error.stack}`);
    } finally {
      await context.close();
    }
  }
  await server.close();
  return failed;
}

/** A host that shows the MCP App has the whole page of a plan, in its own theme, and nothing else is requested. */
async function app(context, server, scheme) {
  const page = await context.newPage();
  const requests = [], problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => { if (message.type() !== "debug") problems.push(message.text()); }); // the bridge lists its messages
  page.on("pageerror", (error) => problems.push(error.message));
  const frame = await present(page, server, scheme, server.planned);
  await frame.waitForSelector("iframe");
  const inner = await (await frame.$("iframe")).contentFrame();
  await inner.waitForSelector("#verdict");
  await shows(inner, server.planned.structuredContent, scheme);
  assert.equal(await inner.evaluate(() => { try { return parent.document.title; } catch { return "closed"; } }), "closed", "the page reaches the app");
  if (pictures) await page.screenshot({ path: join(pictures, `app-${scheme}.png`) });
  await frame.click("#whole");
  await frame.waitForSelector("#whole", { state: "hidden" });
  await inner.evaluate(() => parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-cancelled" }, "*"));
  const colour = scheme === "dark" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)";
  const first = await frame.$("iframe");
  await page.evaluate((theme) => window.change({ theme }), scheme === "dark" ? "light" : "dark");
  await frame.waitForFunction((old) => document.querySelector("iframe") !== old, first);
  const again = await (await frame.waitForSelector("iframe")).contentFrame();
  await again.waitForFunction((want) => document.body !== null && getComputedStyle(document.body).backgroundColor === want, colour);
  assert.ok(await frame.locator("#note").isHidden(), "a message of the page counts as one of the host");
  await page.evaluate(() => window.leave());
  const seen = await page.evaluate(() => window.seen());
  assert.deepEqual(seen, { sizes: [{ height: 640 }], modes: ["fullscreen"], app: { name: "tsplan", version: "1" } });
  assert.deepEqual(requests.filter((url) => url !== "about:srcdoc"), [`${server.host}/`, `${server.host}/host.js`, `${server.app}/`], "requests");
  assert.deepEqual(problems, [], "what the console says");
  assert.equal(asked, 0, "requests that arrived");

  const other = await context.newPage();
  const without = await present(other, server, scheme, server.refused);
  await without.waitForFunction(() => document.getElementById("note").textContent.includes("no such text"));
  assert.equal(await without.locator("iframe").count(), 0);
}

/** The page has every edit at its line, every move and every finding. */
async function shows(page, plan, scheme) {
  const name = (path) => relative(project, path);
  const rows = await page.$$eval(".file", (files) => files.map((file) => ({
    name: file.querySelector("summary").firstChild.textContent.split(" → ")[0].trim(),
    old: [...file.querySelectorAll("tr.x")].map((row) => row.cells[0].textContent),
    marks: file.querySelectorAll("td:nth-child(4) mark").length,
    text: file.textContent,
  })));
  let edits = 0;
  for (const file of plan.edits) {
    const shown = rows.find((r) => r.name === name(file.filePath));
    assert.ok(shown, `${file.filePath} is not on the page`);
    for (const edit of file.textEdits) {
      assert.ok(shown.old.includes(String(edit.range.start.line + 1)), `${file.filePath}: line ${edit.range.start.line + 1}`);
      assert.ok(shown.text.includes(edit.newText), edit.newText);
    }
    assert.equal(shown.marks, file.textEdits.length);
    edits += file.textEdits.length;
  }
  assert.ok(edits > 0);
  const moves = await page.locator("#moves li").allTextContents();
  assert.deepEqual(moves, (plan.fsMoves ?? []).map((m) => `${name(m.from)} → ${name(m.to)}`));
  const findings = [...plan.proof.appeared ?? [], ...plan.proof.changed ?? [], ...plan.proof.disappeared ?? []];
  assert.equal(await page.locator("tr.found").count(), findings.length);
  const listed = (await page.locator("#findings li").allTextContents()).join("\n");
  for (const f of findings) assert.ok(listed.includes(`${name(f.filePath)}:${f.line + 1} `) && listed.includes(f.message), f.message);
  const [finding] = findings;
  if (finding !== undefined) {
    await page.locator("#findings a").first().click();
    assert.match(await page.evaluate(() => location.hash), /^#f\d+-e0$/);
    const seen = await page.locator("tr.found").first().boundingBox();
    assert.ok(seen !== null && seen.y > 0 && seen.y < 1000, "a finding's link leads to its line");
  }
  assert.equal(await page.locator("#verdict").textContent(), plan.proof.verdict);
  assert.equal(await page.locator(".stays li").count(), (plan.ledger?.mentions ?? []).flatMap((m) => m.first).length);
  const text = await page.locator("body").textContent();
  assert.ok(!text.includes("\u202e"), "a hidden character is on the page");
  for (const warning of plan.warnings ?? []) assert.ok(text.includes(warning), warning);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), scheme === "dark" ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)");
}

async function keys(page) {
  const current = () => page.$$eval("tr", (rows) => rows.findIndex((row) => row.classList.contains("now")));
  const changes = await page.$$eval("tr", (rows) => rows.flatMap((row, i) => row.classList.contains("g") ? [i] : []));
  for (const at of [0, 1, 2]) {
    await page.keyboard.press("j");
    assert.equal(await current(), changes[at]);
    const box = await page.locator("tr.now").boundingBox();
    assert.ok(box.y > 0 && box.y < 1000, "the change is in view");
  }
  await page.keyboard.press("k");
  assert.equal(await current(), changes[1]);
  for (const _ of [1, 2]) await page.keyboard.press("k");
  assert.equal(await current(), changes.at(-1), "after the first comes the last");
  await page.keyboard.press("f");
  assert.ok(await page.locator("tr.found.now").count() === 1);
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.keyboard.press("t");
  assert.notEqual(await colour(), light);
  await page.locator("#theme").click();
  assert.equal(await colour(), light);
}

async function search(page) {
  const visible = () => page.locator(".file:visible").count();
  const all = await visible();
  await page.keyboard.press("/");
  await page.keyboard.type("view.tsx");
  assert.equal(await visible(), 1);
  assert.equal(await page.locator("#tree [data-file]:visible").count(), 1);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("IT'S");
  assert.equal(await visible(), 1);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("tr.hit.here").count(), 1);
  assert.match(await page.locator("#hits").textContent(), /^1 files, \d+ lines$/);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  assert.equal(await visible(), all);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  assert.equal(await page.locator("tr.now").count(), 1, "keys work again");
  await page.locator("#only").selectOption("found");
  assert.equal(await visible(), await page.locator(".file.found").count());
}

/** Nothing that gets into the page all the same may run or ask for anything. */
async function policyHolds(page) {
  const ran = await page.evaluate(async (elsewhere) => {
    const blocked = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const add = (tag, set) => { const e = document.createElement(tag); try { set(e); } catch { blocked.push("trusted-types"); } document.body.append(e); e.remove(); };
    add("img", (e) => { e.src = elsewhere + "/x.png"; });
    add("script", (e) => { e.textContent = "document.title = 'run'"; });
    add("style", (e) => { e.textContent = "body { display: none }"; });
    add("div", (e) => { e.innerHTML = "<b>x</b>"; });
    add("iframe", (e) => { e.src = elsewhere; });
    try { await fetch(elsewhere); } catch { /* blocked */ }
    await new Promise((done) => setTimeout(done, 200));
    return blocked;
  }, elsewhere);
  for (const what of ["img-src", "style-src-elem", "trusted-types", "frame-src", "connect-src"]) assert.ok(ran.includes(what), `${what} was not blocked: ${ran}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  process.exitCode = await main(browser) === 0 ? 0 : 1;
} finally {
  await browser.close();
  server.close();
  rmSync(dir, { recursive: true });
}
