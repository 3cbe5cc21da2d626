import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { listed, oneOf, percent, points, written } from "../../static/js/phrase.js";

const WORDS = new URL("../../app/words/", import.meta.url);
const localeOf = (language) => JSON.parse(readFileSync(new URL(`${language}/table.json`, WORDS), "utf8")).locale;

test("all our languages write a whole number below a thousand as the page does, by its digits", () => {
  const languages = readdirSync(WORDS);
  assert.ok(languages.length >= 6);
  for (const language of languages) {
    const format = new Intl.NumberFormat(localeOf(language));
    for (let number = 0; number < 1000; number += 1) assert.equal(format.format(number), written(number), language);
  }
});

test("numbers that need more than digits are written as the language does", () => {
  assert.deepEqual([1000, 12345, -3, 2.5].map(written), ["1,000", "12,345", "-3", "2.5"]);
  assert.deepEqual([percent(0.37), points(25), points(25.25)], ["37%", "25.0", "25.3"]);
});

test("several things make one sentence", () => {
  assert.equal(listed(["12", "8", "plus 4"]), "12, 8 and plus 4");
  assert.equal(oneOf(["12", "8"]), "12 or 8");
  assert.deepEqual([listed(["12"]), oneOf(["8"]), listed([])], ["12", "8", ""]);
});
