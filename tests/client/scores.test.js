import assert from "node:assert/strict";
import { test } from "node:test";
import { facts, field, headline, historyText, podium, ranking, readiness, resultText, standing, verdict } from "../../static/js/scores.js";
import { badgeOf, botSeats, duplicateAt, goalOf, hasMoreTime, isBig, nextUp, opponents, ownBadge, pointsOf, stillInFirst } from "../../static/js/seats.js";
import { covers, placeTokens, shortened } from "../../static/js/track.js";
import { dealt, seat, table } from "./table.js";

const ANA = 0;
const over = (totals, more = {}, first = {}) => table(
  totals.map((total, i) => seat(["Ana", "Maya", "Theo"][i], { total, status: "stayed", ...(i === 0 ? first : {}) })),
  { phase: "round_over", round: 4, ...more },
);

test("the headline is the first that fits", () => {
  assert.equal(headline(over([183, 196, 77], {}, { status: "flip7" }), ANA), "You made Flip 7!");
  assert.equal(headline(over([183, 196, 77], {}, { status: "flip7" }), 1), "Ana made Flip 7!");
  assert.equal(headline(over([205, 205, 77]), ANA), "Tie at 205: one more round");
  assert.equal(headline(over([150, 150, 77]), ANA), "Round 4 scores");
  assert.equal(headline(over([150, 90, 77]), ANA), "Round 4: you lead");
  assert.equal(headline(over([150, 90, 77]), 1), "Round 4 scores");
});

test("the end names the winner", () => {
  const end = (winner) => over([214, 196, 130], { phase: "game_over", winner });
  assert.equal(verdict(end(0), ANA), "You win with 214!");
  assert.equal(verdict(end(0), 1), "Ana wins with 214!");
  assert.equal(resultText(over([196, 214, 130])), "Flip 7 table: Maya 214, Ana 196, Theo 130");
});

test("where the game stands, by what ends it", () => {
  assert.equal(standing(over([183, 196, 77]), ANA), "Round 4 is over. Maya leads with 196; nobody has reached 200 yet.");
  assert.equal(standing(over([183, 120, 77]), ANA), "Round 4 is over. You lead with 183; nobody has reached 200 yet.");
  const rules = { length: "rounds", points: 200, rounds: 5 };
  assert.equal(standing(over([90, 90, 77], { rules }), null), "Round 4 is over. Ana and Maya lead with 90; 1 round to go.");
  assert.equal(standing(over([205, 205, 77]), ANA), "Round 4 is over. Ana and Maya lead with 205.");
});

test("only people who are there are waited for", () => {
  const view = table([seat("Ana", { ready: true }), seat("Bo"), seat("Cy", { connected: false }), seat("Di", { away: true }), seat("Rook", { kind: "bot" })]);
  assert.deepEqual(readiness(view), { people: 2, ready: 1 });
});

test("facts of a game", () => {
  const view = over([100, 90, 80], { rounds: [[10, 40, 0], [65, 20, 0]] });
  const start = { type: "round_started", round: 1, dealer: 0 };
  const numbers = ["1", "2", "3"].map((number) => dealt(1, number));
  const bust = (at) => ({ type: "busted", seat: at, card: "5", score: 0 });
  const events = [start, ...numbers, { type: "stayed", seat: 1, score: 6, why: "chosen" }, bust(2), start, dealt(0, "4"), { type: "stayed", seat: 0, score: 4, why: "chosen" }, bust(2), bust(1)];
  // Whose round was ended by another's Flip 7 took no risk.
  events.push(start, ...["1", "2", "3", "4"].map((number) => dealt(2, number)), { type: "stayed", seat: 2, score: 10, why: "round_end" });
  assert.deepEqual(facts(view, events, ANA).map(({ value }) => value), ["You, 65 in round 2", "3 in all (Theo: 2)", "None", "Maya: 3 of 7 numbers"]);
});

test("ranking: the highest total first, equal ones by seat", () => {
  assert.deepEqual(ranking(over([90, 120, 90])), [1, 0, 2]);
});

test("the podium: who is level shares a place, and the third column holds all who are", () => {
  const columns = (...totals) => podium(table(totals.map((total, i) => seat(`P${i}`, { total })))).map(({ place, seats }) => [place, ...seats]);
  assert.deepEqual(columns(90, 120, 30, 60), [[1, 1], [2, 0], [3, 3]]);
  assert.deepEqual(columns(90, 120, 90, 60), [[1, 1], [2, 0], [2, 2]]);
  assert.deepEqual(columns(90, 120, 60, 60, 60), [[1, 1], [2, 0], [3, 2, 3, 4]]);
  assert.deepEqual(columns(90, 120, 90, 90), [[1, 1], [2, 0], [2, 2, 3]]);
  assert.deepEqual(columns(120, 120, 90), [[1, 0], [1, 1], [3, 2]]);
});

test("a game's history as text: the result, then each round in the same order", () => {
  const view = over([100, 120, 80], { rounds: [[40, 50, 0], [60, 70, 80]] });
  assert.equal(historyText(view), [
    "Flip 7 table: Maya 120, Ana 100, Theo 80",
    "Round 1: Maya 50, Ana 40, Theo 0",
    "Round 2: Maya 70, Ana 60, Theo 80",
  ].join("\n"));
});

test("a big table has a race and a chart of those who lead, and of the viewer", () => {
  const totals = [5, 90, 80, 70, 60, 50, 40, 30, 20];
  const big = table(totals.map((total, i) => seat(`P${i}`, { total })));
  assert.deepEqual(field(big, 0), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(field(big, 2), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(field(over([5, 90, 80]), 0), [0, 1, 2]);
  assert.equal(isBig(big), true);
});

test("those still in the round come first, both groups in their order", () => {
  const view = table([seat("A"), seat("B", { status: "busted" }), seat("C"), seat("D", { status: "stayed" })]);
  assert.deepEqual(stillInFirst(view, [1, 2, 3, 0]), [2, 0, 1, 3]);
});

test("others sit clockwise from the viewer's left; a watcher starts at seat 1", () => {
  assert.deepEqual(opponents(5, 2), [3, 4, 0, 1]);
  assert.deepEqual(opponents(3, null), [0, 1, 2]);
});

test("badges: what a seat is doing, in a word", () => {
  const view = table([seat("Ana"), seat("Bo", { status: "busted" }), seat("Cy"), seat("Di")]);
  assert.equal(badgeOf(view, 0, 0).text, "Your turn");
  assert.equal(badgeOf(view, 0, 2).text, "Choosing");
  assert.equal(badgeOf(view, 1, 0).text, "Bust");
  assert.equal(badgeOf(view, 2, 0).text, "Next up");
  assert.equal(badgeOf(view, 3, 0).text, "Still in");
  const three = table(view.seats, { flip_three: { seat: 3, left: 1, cards: ["1", "2"] } });
  assert.equal(badgeOf(three, 3, 0).text, "Flip 2 of 3");
  assert.equal(nextUp(three), null, "after a Flip Three that is not certain");
});

test("when time grows short, one's own badge is the time, however often it is drawn", () => {
  const truth = table([seat("Ana"), seat("Bo")]);
  const busy = table(truth.seats, { decision: null, flip_three: { seat: 0, left: 1, cards: ["1", "2"] } });
  const badge = (seconds, model = {}) => ownBadge({ view: busy, truth, me: 0, ...model }, seconds).text;
  assert.equal(badge(Infinity), "Your turn");
  assert.equal(badge(21), "Your turn");
  assert.equal(badge(14), "14 s");
  assert.equal(badge(14, { truth: busy }), "Flip 2 of 3", "nothing to decide");
  assert.equal(ownBadge({ view: busy, truth, me: null }, 14), null);
});

test("more time is to be had until the server says that none is left", () => {
  const asked = (left, at = 0) => ({ type: "more_time", seat: at, left });
  const view = table([seat("Ana"), seat("Bo")], { more_time_used: { 0: 2 } });
  assert.ok(hasMoreTime(view, 0, [asked(1)]));
  assert.ok(hasMoreTime(view, 1, [asked(1), asked(0)]));
  assert.ok(!hasMoreTime(view, 0, [asked(1), asked(0), asked(5, 1)]));
  assert.ok(hasMoreTime(view, 0, []), "where that is not known, the server may refuse");
  assert.ok(hasMoreTime(table(view.seats), 0, [asked(0)]), "a new game");
  assert.ok(!hasMoreTime({ ...view, rules: { ...view.rules, more_time: false } }, 0, []));
  assert.ok(!hasMoreTime(view, null, []));
});

test("bots with no owner to come back may be taken over", () => {
  assert.deepEqual(botSeats(table([seat("Ana"), seat("Bo", { kind: "bot", away: true }), seat("Rook", { kind: "bot" })])), [2]);
});

test("points of a finished round are in the total already", () => {
  const mine = seat("Ana", { total: 100, round_score: 30 });
  assert.deepEqual(pointsOf(table([mine]), mine), { banked: 100, round: 30, after: 130 });
  assert.deepEqual(pointsOf(table([mine], { phase: "round_over" }), mine), { banked: 70, round: 30, after: 100 });
});

test("a bar runs to the goal in force, or holds everybody", () => {
  assert.equal(goalOf(table([seat("Ana", { total: 250 })])), 200);
  const rules = { length: "rounds", points: 200, rounds: 5 };
  assert.equal(goalOf(table([seat("Ana", { total: 250 })], { rules })), 250);
});

test("the duplicate of a bust is the card that came last", () => {
  assert.equal(duplicateAt(["11", "9", "2", "11"]), 3);
  assert.equal(duplicateAt(["11", "9", "2"]), -1);
  assert.equal(duplicateAt([]), -1);
});

test("tokens of the race alternate by rank, stay in the lane and do not cover each other", () => {
  const runners = ["Sam", "Theo", "Rook", "You", "Juniper", "Maya"].map((name, i) => ({ seat: i, total: i < 4 ? 0 : 230, label: `${name} 0` }));
  const tokens = placeTokens(runners, 200, 600);
  assert.deepEqual(tokens.map(({ low }) => low), [false, true, false, true, false, true]);
  assert.ok(tokens.every(({ tip }) => tip >= 0 && tip <= 600));
  for (const side of [true, false]) {
    const lefts = tokens.filter(({ low }) => low === side).map(({ left }) => left);
    lefts.slice(1).forEach((left, i) => assert.ok(left - lefts[i] > 50, `${lefts}`));
  }
});

test("a label at the lane's beginning stays on the page", () => {
  const [first] = placeTokens([{ seat: 0, total: 0, label: "Juniper 0" }, { seat: 1, total: 90, label: "Bo 90" }], 200, 300);
  assert.equal(first.tip, 0);
  assert.ok(first.left - (first.label.length * 7.2) / 2 > -20, `${first.left}`);
});

test("the number at an end of the race gives way to a name below the line", () => {
  const tokens = placeTokens([
    { seat: 0, total: 2, label: "Ana 2" },
    { seat: 1, total: 10, label: "Maya 10" },
    { seat: 2, total: 196, label: "Theo 196" },
  ], 200, 300);
  assert.equal(covers(tokens, 0), true);
  assert.equal(covers(tokens, 300), false, "Theo stands above it");
});

test("a name is shortened by letters, of which a picture is one", () => {
  assert.equal(shortened("Juniper", 8), "Juniper");
  assert.equal(shortened("Wolfeschlegelste", 8), "Wolfesc…");
  assert.equal(shortened("\u{1f0cf}".repeat(9), 8), `${"\u{1f0cf}".repeat(7)}…`);
});
