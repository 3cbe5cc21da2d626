import assert from "node:assert/strict";
import { test } from "node:test";
import { HURRY, outweighs, SHAKES, soundOf, TURN, TURN_SHAKE } from "../../static/js/sound-plan.js";
import { step } from "../../static/js/steps.js";
import { dealt, seat, table } from "./table.js";

const NOTES = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66];
const noise = { wave: "noise", hz: 0, to: 0, at: 0, ms: 40 };
const sine = (hz, ms, at = 0) => ({ wave: "sine", hz, to: hz, at, ms });
const heard = (event, numbers = []) => {
  const before = table([seat("Ana", { numbers }), seat("Bo")]);
  return soundOf(event, step(before, event));
};

test("the nth number of a row adds the nth note to the tick of its card", () => {
  for (let n = 0; n < 7; n += 1) {
    const row = Array.from({ length: n }, (_, i) => String(i));
    assert.deepEqual(heard(dealt(0, "12"), row), [noise, sine(NOTES[n], 120)], `${n + 1}`);
  }
});

test("other cards only tick, a Second Chance goes up a fifth", () => {
  assert.deepEqual(heard(dealt(0, "+4", { to: "modifiers" })), [noise]);
  assert.deepEqual(heard(dealt(0, "freeze", { to: "choice" })), [noise]);
  const fifth = [sine(NOTES[0], 120), sine(NOTES[3], 120, 120)];
  assert.deepEqual(heard(dealt(0, "second_chance", { to: "second_chance" })), [noise, ...fifth]);
  assert.deepEqual(heard({ type: "saved", seat: 0, card: "5" }), fifth);
});

test("staying, freezing and busting have voices of their own", () => {
  assert.deepEqual(heard({ type: "stayed", seat: 0, score: 9, why: "chosen" }), [sine(180, 120)]);
  assert.deepEqual(heard({ type: "frozen", seat: 0, by: 1, score: 9, only: false }), [sine(1760, 180), sine(2217, 180)]);
  const bust = heard({ type: "busted", seat: 0, card: "7", score: 0 });
  assert.deepEqual(bust, [{ wave: "triangle", hz: 220, to: 140, at: 0, ms: 260 }]);
});

test("a Flip 7 is the seven notes, 60 ms apart", () => {
  assert.deepEqual(heard({ type: "flip7", seat: 0, score: 40 }), NOTES.map((hz, i) => sine(hz, 120, i * 60)));
});

test("what has no voice is silent", () => {
  assert.deepEqual(heard({ type: "reacted", seat: 0, reaction: "nice" }), []);
  assert.deepEqual(heard({ type: "from_the_future", seat: 0 }), []);
});

test("of a card and what it does, the latter is heard", () => {
  assert.ok(outweighs("busted", "dealt") && outweighs("flip7", "busted"));
  assert.ok(!outweighs("dealt", "stayed"));
  assert.ok(outweighs("dealt", "dealt"), "the newest of two alike");
});

test("the turn and the last ten seconds", () => {
  assert.deepEqual(TURN, [sine(660, 90), sine(880, 90, 90)]);
  assert.deepEqual(HURRY, [sine(1000, 30)]);
  assert.deepEqual([TURN_SHAKE, SHAKES.busted, SHAKES.flip7], [[30], [60, 40, 60], [30, 30, 30, 30, 120]]);
});
