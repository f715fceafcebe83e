// The page's keys, its search, and the choice of light or dark. It reads and marks what is on the page, and makes no HTML.
"use strict";

const all = (selector) => [...document.querySelectorAll(selector)];
const files = all(".file");
const entries = new Map(all("#tree [data-file]").map((li) => [li.dataset.file, li]));
const search = document.getElementById("search");
const only = document.getElementById("only");
const hits = document.getElementById("hits");

/** The lower-case text of each file, once somebody has searched. */
const texts = new Map();

function textOf(element) {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
}

/** Shows the files that are chosen and have the text that is searched for, and marks its lines. */
function filter() {
  const words = search.value.toLowerCase();
  let shown = 0;
  for (const row of all(".hit")) row.classList.remove("hit", "here");
  for (const file of files) {
    file.hidden = (only.value !== "" && !file.classList.contains(only.value)) || (words !== "" && !textOf(file).includes(words));
    const entry = entries.get(file.id);
    if (entry !== undefined) entry.hidden = file.hidden;
    if (file.hidden) continue;
    shown++;
    if (words === "") continue;
    for (const row of file.querySelectorAll("tr:not(.gap)")) {
      const code = row.querySelectorAll("td:nth-child(even)"); // not the numbers of the lines
      const text = code.length > 0 ? [...code].map((td) => td.textContent).join("\n") : row.textContent;
      if (text.toLowerCase().includes(words)) row.classList.add("hit");
    }
  }
  for (const directory of all("#tree li:not([data-file])").reverse()) {
    directory.hidden = directory.querySelector("[data-file]:not([hidden])") === null;
  }
  const lines = all(".hit").length;
  hits.textContent = words === "" && only.value === "" ? "" : `${shown} files` + (words === "" ? "" : `, ${lines} lines`);
}

/** Goes to the next or the last of the rows, from the one that has the class. */
function go(selector, step, mark) {
  const rows = all(selector).filter((row) => !row.closest(".file").hidden);
  if (rows.length === 0) return;
  const current = document.querySelector("tr." + mark);
  // Without a current row of this kind, the next is the first one below it.
  let at = current === null ? (step > 0 ? 0 : rows.length - 1) : rows.indexOf(current);
  if (current !== null && at >= 0) at += step;
  if (current !== null && at < 0 && rows.indexOf(current) < 0) {
    const below = rows.findIndex((row) => (current.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    at = step > 0 ? (below < 0 ? 0 : below) : (below < 0 ? rows.length : below) - 1;
  }
  const row = rows[(at + rows.length) % rows.length];
  current?.classList.remove(mark);
  row.classList.add(mark);
  const file = row.closest(".file");
  file.open = true;
  for (const [id, entry] of entries) entry.classList.toggle("now", id === file.id);
  row.scrollIntoView({ block: "center" });
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : root.dataset.theme === "dark";
  root.dataset.theme = dark ? "light" : "dark";
}

search.addEventListener("input", filter);
only.addEventListener("change", filter);
document.getElementById("theme").addEventListener("click", toggleTheme);

// In the MCP App the page has no address of its own. A link to a place on the page would leave it for the address of the app.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link === null) return;
  event.preventDefault();
  location.hash = link.hash;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target === search) {
    if (event.key === "Enter") go("tr.hit", event.shiftKey ? -1 : 1, "here");
    else if (event.key === "Escape") search.blur();
    else return;
    event.preventDefault();
    return;
  }
  if (event.target instanceof HTMLSelectElement) return;
  switch (event.key) {
    case "j": go("tr.g", 1, "now"); break;
    case "k": go("tr.g", -1, "now"); break;
    case "f": go("tr.found", 1, "now"); break;
    case "t": toggleTheme(); break;
    case "/": search.focus(); search.select(); break;
    default: return;
  }
  event.preventDefault();
});
