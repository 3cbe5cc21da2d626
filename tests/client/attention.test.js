import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { seat, table } from "./table.js";

const none = () => {};
globalThis.document = {
  ...globalThis.document, title: "", hidden: false, documentElement: { dataset: {} },
  querySelector: () => null, querySelectorAll: () => [], addEventListener: none, removeEventListener: none,
};
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
