import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const kept = new Map();
const root = { dataset: {} };
const sheet = { attributes: {}, setAttribute(name, value) { this.attributes[name] = value; } };
const color = (of) => ({ of, setAttribute(_, value) { this.media = value; }, getAttribute: () => of });
const colors = [color("dark"), color("light")];
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
globalThis.document = {
  documentElement: root,
  querySelectorAll: (selector) => (selector.startsWith("link") ? [sheet] : colors),
};
kept.set("f7.motion", "calm").set("f7.shortcuts", "false").set("f7.theme", "purple");
const { choose, CHOICES, DEFAULTS, onSettings, recallSettings, settings } = await import("../../static/js/settings.js");
const atFirst = { ...settings };

let told;
let stop = () => {};
beforeEach(() => {
  stop();
  kept.clear();
  recallSettings();
  told = [];
  stop = onSettings((changed) => told.push(changed));
});

test("a browser starts with what it has kept; what it does not know is as if never set", () => {
  assert.deepEqual(atFirst, { ...DEFAULTS, motion: "calm", shortcuts: false });
});

test("every setting starts with a value it offers", () => {
  for (const [key, value] of Object.entries(DEFAULTS)) assert.ok(CHOICES[key].includes(value), key);
  assert.deepEqual(Object.keys(CHOICES), Object.keys(DEFAULTS));
});

test("what is chosen holds at once, is kept, and is told once", () => {
  choose("sound", "all");
  choose("sound", "all");
  choose("vibration", false);
  assert.equal(settings.sound, "all");
  assert.deepEqual([kept.get("f7.sound"), kept.get("f7.vibration")], ["all", "false"]);
  assert.deepEqual(told, [["sound"], ["vibration"]]);
});

test("another tab's choice is taken over", () => {
  kept.set("f7.hand", "left").set("f7.jump", "true");
  recallSettings();
  assert.deepEqual(told, [["hand", "jump"]]);
  assert.deepEqual([settings.hand, settings.jump], ["left", true]);
});

test("the look stands at the root, where style sheets find it", () => {
  choose("theme", "light");
  choose("contrast", "more");
  assert.deepEqual(root.dataset, { theme: "light", contrast: "more", motion: "normal", hand: "right" });
  assert.equal(sheet.attributes.media, "all");
  assert.deepEqual(colors.map(({ media }) => media), ["not all", "all"]);
  choose("theme", "system");
  choose("contrast", "system");
  assert.equal(sheet.attributes.media, "(prefers-contrast: more)");
  assert.deepEqual(colors.map(({ media }) => media), ["(prefers-color-scheme: dark)", "(prefers-color-scheme: light)"]);
});

test("without storage settings hold as long as the page", () => {
  const storage = globalThis.localStorage;
  globalThis.localStorage = undefined;
  try {
    choose("theme", "dark");
    assert.equal(settings.theme, "dark");
    assert.equal(root.dataset.theme, "dark");
  } finally {
    globalThis.localStorage = storage;
  }
});
