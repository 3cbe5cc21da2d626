import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dealt, seat, table } from "./table.js";

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const { hadHints, Hints, moments, MOST_HINTS, resetHints } = await import("../../static/js/hints.js");
const { hintText } = await import("../../static/js/text-hints.js");
beforeEach(() => kept.clear());

/** Seat 0's page of a table, caught up. */
const scene = (seats, more = {}) => {
  const view = table(seats, more);
  return { view, truth: view, me: 0 };
};
const pair = seat("Ana", { numbers: ["12", "8"] });
const turnOf = (at) => ({ id: 5, seat: at, kind: "turn", card: null, choices: ["hit", "stay"], deadline: null });
const flipThree = (at, by) => ({ type: "flip_three", seat: at, by, only: false });

test("a duplicate is a risk from two numbers on, on one's own turn, and without a Second Chance", () => {
  const due = (own, more) => moments(scene([own, seat("Bo")], more), [], "table");
  assert.deepEqual(due(pair), ["duplicate"]);
  assert.deepEqual(due(seat("Ana", { numbers: ["12"] })), []);
  assert.deepEqual(due({ ...pair, second_chance: true }), ["second_chance"]);
  assert.deepEqual(due(pair, { decision: turnOf(1) }), []);
});

test("nothing is told before the table shows what it is about, nor to watchers", () => {
  const now = scene([pair, seat("Bo")]);
  assert.deepEqual(moments({ ...now, view: { ...now.view, decision: null } }, [], "table"), []);
  assert.deepEqual(moments({ ...now, me: null }, [], "table"), []);
});

test("an action is explained wherever it lies first: in front of somebody, in a hand, asked about, set aside", () => {
  const due = (more, other = {}) => moments(scene([seat("Ana"), seat("Bo", other)], { decision: turnOf(1), ...more }), [], "table");
  assert.deepEqual(due({}, { played: ["freeze"] }), ["freeze"]);
  assert.deepEqual(due({}, { second_chance: true }), ["second_chance"]);
  assert.deepEqual(due({ passing: { seat: 1, card: "flip_three" } }), ["flip_three"]);
  assert.deepEqual(due({ decision: { ...turnOf(1), kind: "target", card: "freeze", choices: [0, 1] } }), ["freeze"]);
  assert.deepEqual(due({ set_aside: [{ seat: 1, cards: ["freeze", "flip_three"] }] }), ["freeze", "flip_three"]);
});

test("who is next is told after a turn with more than one Flip Three, until the next card is drawn", () => {
  const chain = [dealt(1, "flip_three", { to: "choice" }), flipThree(2, 1), flipThree(0, 2)];
  const now = scene([seat("Ana"), seat("Bo"), seat("Cy")], { decision: turnOf(2) });
  assert.deepEqual(moments(now, chain, "table"), ["next"]);
  assert.equal(hintText("next", now, chain), "All of that was one turn (Bo). Clockwise, the next is: Cy.");
  assert.deepEqual(moments(now, chain.slice(0, 2), "table"), []);
  assert.deepEqual(moments(now, [...chain, dealt(2, "4")], "table"), []);
  assert.deepEqual(moments(now, [...chain, { type: "round_started", round: 2, dealer: 0 }], "table"), []);
});

test("the duplicate's hint names the numbers one has", () => {
  assert.equal(hintText("duplicate", scene([pair]), []), "A second 12 or 8 would bust you: 0 points this round.");
});

test("the scores are explained by one's own round", () => {
  const told = (own, row, rules = {}) => {
    const now = scene([seat("Ana", own)], { sheet: [row] });
    return hintText("score", { ...now, view: { ...now.view, rules: { ...now.view.rules, ...rules } } }, []);
  };
  const row = { numbers: 20, doubled: true, plus: 4, bonus: 0 };
  const goal = "Rounds add up; once somebody has 200, the highest total wins.";
  assert.equal(told({ numbers: ["12", "8"], round_score: 44 }, row), `Your round: (12 + 8) × 2 + 4 = 44. ${goal}`);
  assert.equal(told({ numbers: ["9"], round_score: 24 }, { numbers: 9, doubled: false, plus: 0, bonus: 15 }), `Your round: 9 + 15 = 24. ${goal}`);
  assert.equal(told({ round_score: 0 }, { numbers: 0, doubled: false, plus: 0, bonus: 0 }), goal);
  assert.equal(
    told({ status: "busted", numbers: ["9", "9"] }, row, { length: "rounds", rounds: 3 }),
    "A bust scores 0; earlier points are safe. Rounds add up; after 3 of them, the highest total wins.",
  );
});

test("each hint comes once in a browser, until they are reset", () => {
  const page = new Hints();
  assert.equal(page.update(["freeze"], "table"), true);
  assert.equal(page.shown, "freeze");
  page.dismiss();
  assert.equal(page.update(["freeze"], "table"), false);
  const later = new Hints();
  later.update(["freeze"], "table");
  assert.equal(later.shown, null);
  assert.equal(hadHints(), true);
  resetHints();
  assert.equal(hadHints(), false);
  later.update(["freeze"], "table");
  assert.equal(later.shown, "freeze");
});

test("where nothing can be kept a page still shows each hint once", (t) => {
  t.mock.method(localStorage, "getItem", () => null);
  const page = new Hints();
  page.update(["freeze"], "table");
  page.dismiss();
  page.update(["freeze"], "table");
  assert.equal(page.shown, null);
});

test("a hint stays over other moments until it is dismissed; the risk of a duplicate comes first and gives way again", () => {
  const page = new Hints();
  page.update(["freeze"], "table");
  page.update(["freeze", "second_chance"], "table");
  assert.equal(page.shown, "freeze");
  page.update(["duplicate", "freeze"], "table");
  assert.equal(page.shown, "duplicate");
  page.update(["freeze"], "table");
  assert.equal(page.shown, "freeze");
  page.update([], "sheet");
  assert.equal(page.shown, null);
});

test("nobody gets more than five, of which two are kept for the risk and the scores", () => {
  const page = new Hints();
  const shown = [];
  for (const hint of ["freeze", "next", "flip_three", "second_chance", "duplicate", "score"]) {
    if (page.update([hint], hint === "score" ? "sheet" : "table") && page.shown) shown.push(page.shown);
    page.dismiss();
  }
  assert.deepEqual(shown, ["freeze", "next", "flip_three", "duplicate", "score"]);
  assert.equal(shown.length, MOST_HINTS);
});
