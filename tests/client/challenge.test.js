import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptAt, attemptOf, attempts, attemptText, keep, summary, today, withAttempt } from "../../static/js/challenge.js";
import { headline, standing, verdict } from "../../static/js/scores.js";
import { seat, table } from "./table.js";

const RULES = { length: "challenge", points: 200, rounds: 5, turn_seconds: 75, more_time: true, late_take_over: true };
const over = (rounds, more = {}) => {
  const total = rounds.reduce((sum, score) => sum + score, 0);
  const end = { phase: "game_over", decision: null, rules: RULES, rounds: rounds.map((score) => [score]), daily: null };
  return table([seat("Ana", { total, status: "stayed" })], { ...end, winner: total >= 200 ? 0 : null, round: rounds.length, ...more });
};
const STARTED = [{ type: "started", game: 2, dealer: 0 }];
const attempt = (total, more = {}) => ({ id: `${total}`, daily: null, total, rounds: [total], won: total >= 200, ...more });

test("a finished challenge is an attempt, known by its room and the number of its game", () => {
  const found = attemptOf(over([40, 0, 62, 71, 30], { daily: "2026-11-30" }), STARTED);
  assert.deepEqual(found, { id: "QK7X4TDM 2", daily: "2026-11-30", total: 203, rounds: [40, 0, 62, 71, 30], won: true });
});

test("what is under way, not known from its start, of other rules or of several is none", () => {
  const done = over([40, 30, 20, 10, 0]);
  assert.equal(attemptOf({ ...done, phase: "round_over" }, STARTED), null);
  assert.equal(attemptOf(done, []), null);
  assert.equal(attemptOf({ ...done, rules: { ...RULES, points: 50 } }, STARTED), null);
  assert.equal(attemptOf({ ...done, rules: { ...RULES, length: "rounds" } }, STARTED), null);
});

test("attempts are kept once each, the newest last, and what is no attempt is left out", () => {
  const kept = new Map([["f7.attempts", JSON.stringify([{ id: 7 }, attempt(120), null])]]);
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  keep(attempt(80));
  assert.deepEqual(keep(attempt(80)).map(({ total }) => total), [120, 80]);
  assert.deepEqual(attempts().map(({ total }) => total), [120, 80]);
  kept.set("f7.attempts", "{");
  assert.deepEqual(attempts(), []);
  const many = Array.from({ length: 230 }, (_, i) => attempt(i)).reduce(withAttempt, []);
  assert.deepEqual([many.length, many[0].total, many.at(-1).total], [200, 30, 229]);
});

test("best, average and how often the goal was reached", () => {
  assert.deepEqual(summary([attempt(120), attempt(201), attempt(80)]), { count: 3, best: 201, average: 134, reached: 1 });
});

test("of a day the first attempt counts", () => {
  const day = today(Date.UTC(2026, 10, 30, 23, 59));
  assert.equal(day, "2026-11-30");
  const all = [attempt(90), attempt(50, { daily: day }), attempt(150, { id: "b", daily: day })];
  assert.equal(attemptAt(all, day).total, 50);
  assert.equal(attemptAt(all, "2026-12-01"), null);
});

test("a result to share names no card", () => {
  const tried = attempt(187, { rounds: [15, 33, 0, 59, 80] });
  assert.equal(attemptText(tried), "Flip 7 challenge: 187 of 200 ▂▄·▆█");
  assert.equal(attemptText({ ...tried, daily: "2026-11-30" }), "Flip 7 challenge of 2026-11-30: 187 of 200 ▂▄·▆█");
});

test("alone nobody leads: what counts is how far it is", () => {
  const between = over([40, 0], { phase: "round_over", winner: null });
  assert.equal(headline(between, 0), "Round 2: 40 of 200");
  assert.equal(standing(between, 0), "Round 2 is over. 160 points to go in 3 rounds.");
  assert.equal(standing(over([1, 1, 1, 1], { phase: "round_over" }), 0), "Round 4 is over. 196 points to go in 1 round.");
  assert.equal(verdict(over([40, 0, 0, 0, 7]), 0), "Not this time: 47");
  assert.equal(verdict(over([120, 90]), 0), "You win with 210!");
});
