import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { seat, table } from "./table.js";

const here = new EventTarget();
const heard = { addEventListener: here.addEventListener.bind(here), removeEventListener: here.removeEventListener.bind(here) };
const icon = { href: "", getAttribute: () => icon.href, setAttribute: (_, address) => (icon.href = address) };
globalThis.document = {
  ...globalThis.document, ...heard, title: "", hidden: false, documentElement: { dataset: {} },
  querySelector: (selector) => (selector === "link[rel=icon]" ? icon : null), querySelectorAll: () => [],
};
Object.assign(globalThis, heard);
let held = 0;
const request = async () => {
  held += 1;
  return { released: false, release: async () => void (held -= 1) };
};
Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } } });
const { Attention } = await import("../../static/js/attention.js");

const settled = () => new Promise((resolve) => setImmediate(resolve));
const view = table([seat("Ana"), seat("Maya")]);
let attention;
beforeEach(() => {
  attention = new Attention("QK7X4TDM");
  attention.start();
});

test("whose turn it is stands in the title, and the screen stays on", async () => {
  attention.update(view, 0);
  await settled();
  assert.equal(document.title, "Your turn - Flip 7 table");
  assert.equal(held, 1);
  attention.stop();
});

test("a table that was left says nothing more, even where it still draws what was on its way", async () => {
  attention.update(view, 0);
  await settled();
  attention.stop();
  attention.update(view, 0);
  await settled();
  assert.equal(document.title, "Flip 7 table");
  assert.equal(held, 0);
});

test("a turn in a hidden tab shows in its icon, which a page that is left fetches no more", () => {
  const become = (hidden, ...changes) => {
    document.hidden = hidden;
    for (const change of changes) here.dispatchEvent(new Event(change));
    return icon.href.match(/[a-z-]+(?=\.svg)/)[0];
  };
  attention.update(view, 0);
  assert.equal(become(true, "visibilitychange"), "favicon-turn");
  assert.equal(become(false, "visibilitychange"), "favicon");
  assert.equal(become(true, "pagehide", "visibilitychange"), "favicon");
  assert.equal(become(false, "pageshow", "visibilitychange"), "favicon");
  assert.equal(become(true, "visibilitychange"), "favicon-turn");
  document.hidden = false;
  attention.stop();
});
