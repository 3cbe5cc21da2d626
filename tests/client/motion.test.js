import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
globalThis.matchMedia = () => ({ matches: false });
const { displaced, middleOf } = await import("../../static/js/air.js");
const { fan } = await import("../../static/js/cheer.js");
const { countSteps } = await import("../../static/js/count-up.js");

const place = (left, top, width, height) => ({ left, top, width, height });

test("a card is shown where it comes from by moving its middle and by its size", () => {
  assert.equal(displaced(place(100, 100, 40, 56), place(0, 0, 80, 112)), "translate(-80.0px, -72.0px) scale(2.000)");
  assert.equal(displaced(place(10, 10, 40, 56), place(10, 10, 40, 56)), "translate(0.0px, 0.0px) scale(1.000)");
});

test("what differs in shape is made to fit, not stretched", () => {
  assert.match(displaced(place(0, 0, 30, 30), place(0, 0, 15, 60)), /scale\(0\.500\)/);
});

test("the middle of a row, for something smaller", () => {
  assert.deepEqual(middleOf(place(0, 100, 300, 40), place(7, 7, 20, 10)), place(140, 115, 20, 10));
});

test("points are counted in at most eight steps, never past the end, and arrive there", () => {
  assert.deepEqual(countSteps(0, 8), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(countSteps(142, 145), [143, 144, 145]);
  const steps = countSteps(118, 183);
  assert.equal(steps.length, 8);
  assert.equal(steps.at(-1), 183);
  assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
  assert.deepEqual(countSteps(30, 30), []);
});

test("emblems fly up and to both sides, no further than their reach, and come down", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const ways = fan(35, 200, random);
  assert.equal(ways.length, 35);
  assert.ok(ways.every(({ x, up, down }) => Math.abs(x) <= 200 && up > 0 && down > 0));
  assert.ok(ways.filter(({ x }) => x < -50).length > 5 && ways.filter(({ x }) => x > 50).length > 5);
  assert.equal(fan(1, 200, random)[0].x, 0);
});
