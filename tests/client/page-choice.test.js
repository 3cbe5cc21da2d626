import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PageChoice } from "../../static/js/page-choice.js";
import { seat, table } from "./table.js";

const SCORED = [{ numbers: 12, doubled: false, plus: 0, bonus: 0 }];
const seats = [seat("Ana"), seat("Bo")];
const ready = [seat("Ana", { ready: true }), seat("Bo")];
const between = table(seats, { phase: "round_over", decision: { id: 6, seat: null, kind: "next_round" }, sheet: SCORED });
const others = table(seats, { round: 3, decision: { id: 7, seat: 1, kind: "turn", choices: ["hit"] } });
const own = table(seats, { round: 3, decision: { id: 8, seat: 0, kind: "turn", choices: ["hit"] } });
const over = table(seats, { phase: "game_over", decision: null, sheet: SCORED });

let choice;
beforeEach(() => {
  choice = new PageChoice();
});

/** The page when all that is known is on display. */
const page = (view, me = 0) => choice.update({ view, truth: view, me });

test("the scores open when a round is over, and stay over what others do next", () => {
  assert.equal(page(own), "table");
  assert.equal(page(between), "sheet");
  assert.equal(page(others), "sheet");
  assert.equal(choice.finished.round, 2);
});

test("they make way for a decision of their reader's, and for good", () => {
  page(between);
  assert.equal(page(own), "table");
  assert.equal(page(others), "table");
  choice.open();
  assert.equal(page(others), "table");
});

test("they make way when their reader was ready, by what the server says or what was pressed", () => {
  page({ ...between, seats: ready });
  assert.equal(page(others), "table");
  page(between);
  choice.ready();
  assert.equal(page(others), "table");
});

test("who only watches sees the next round at once", () => {
  assert.equal(page(between, null), "sheet");
  assert.equal(page(others, null), "table");
});

test("while the table is still on the last round's end, its scores stay", () => {
  page(between);
  assert.equal(choice.update({ view: between, truth: own, me: 0 }), "sheet");
  assert.equal(page(own), "table");
});

test("closed, they open again on demand and with the next round's end", () => {
  page(between);
  choice.close();
  assert.equal(page(between), "table");
  choice.open();
  assert.equal(page(between), "sheet");
  choice.close();
  assert.equal(page({ ...between, round: 3 }), "sheet");
});

test("the end of the game takes the place of the scores", () => {
  page(between);
  assert.equal(page(over), "over");
  assert.equal(page({ ...others, round: 1 }), "table", "a rematch begins without the scores of before");
});
