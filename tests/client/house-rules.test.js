import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, PRESETS, turned, within, withPreset } from "../../static/js/house-rules.js";
import { differencesSaid } from "../../static/js/text-house.js";

const USUAL = {
  preset: "table",
  opening_deal: true,
  flip_three_bust: "stop",
  second_chance_use: "play_on",
  first_freeze: "any",
  busted_cards: "stay",
  length: "points",
  points: 200,
  rounds: 5,
  turn_seconds: 75,
  more_time: true,
  odds: true,
  late_take_over: true,
  pace: "normal",
};

test("nothing differs at the usual table", () => {
  assert.deepEqual(differences(USUAL, 75), []);
  assert.deepEqual(differences({ ...USUAL, turn_seconds: 40 }, 40), []);
  assert.deepEqual(differences({ ...USUAL, rounds: 7 }, 75), [], "rounds do not count in a game by points");
});

test("each setting that is not the usual one is told once", () => {
  const other = {
    ...USUAL,
    ...turned("opening_deal", true),
    ...turned("flip_three_bust", true),
    ...turned("second_chance_use", true),
    ...turned("first_freeze", true),
    ...turned("busted_cards", true),
    ...{ points: 100, turn_seconds: 0, more_time: false, odds: false, late_take_over: false, pace: "fast" },
  };
  const said = differencesSaid(other, 75);
  assert.equal(said.length, 11);
  assert.equal(new Set(said).size, 11);
  assert.equal(said[0], "100 points end the game.");
  assert.ok(said.includes("Turns have no timer.") && said.every((text) => !/[{}]|undefined/.test(text)));
  assert.deepEqual(differences({ ...other, ...turned("opening_deal", false) }, 75).includes("opening_deal"), false);
});

test("lengths are told as they end the game", () => {
  assert.deepEqual(differencesSaid({ ...USUAL, length: "rounds" }, 75), ["5 rounds, then the highest total wins."]);
  const challenge = { ...USUAL, length: "challenge", turn_seconds: 180 };
  assert.deepEqual(differencesSaid(challenge, 75), ["One player alone: 200 points within 5 rounds.", "Turns have 3 min."]);
});

test("a preset leaves alone what belongs to the table", () => {
  const asked = withPreset({ ...USUAL, points: 77, pace: "fast", odds: false }, "tracker");
  assert.deepEqual(asked, {
    preset: "tracker",
    ...{ turn_seconds: 75, more_time: true, odds: false, late_take_over: true, pace: "fast" },
  });
  assert.equal(PRESETS.length, 5);
});

test("a typed number is brought into its range, and nothing else is a number", () => {
  const range = { least: 50, most: 500 };
  assert.deepEqual(["49", "50", "77.6", "1e9", " 120 "].map((typed) => within(typed, range)), [50, 50, 78, 500, 120]);
  assert.deepEqual(["", "  ", "x", "NaN"].map((typed) => within(typed, range)), [null, null, null, null]);
});
