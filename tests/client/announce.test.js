import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFor } from "../../static/js/announce.js";
import { plain } from "../../static/js/phrase.js";
import { step } from "../../static/js/steps.js";
import { dealt, seat, table } from "./table.js";

const ANA = 0;
const MAYA = 1;
const SAM = 2;
const seats = (...more) => ["Ana", "Maya", "Sam"].map((name, i) => seat(name, more[i]));

/** The sentence for an event as Ana reads it. */
function told(event, { view = table(seats()), me = ANA, previous = null } = {}) {
  const line = lineFor(event, { before: view, after: step(view, event), me, previous });
  return line && plain(line.parts);
}

test("a card is told with who drew it", () => {
  assert.equal(told(dealt(MAYA, "11")), "Maya drew 11.");
  assert.equal(told(dealt(ANA, "+4", { to: "modifiers" })), "You drew +4.");
  assert.equal(told(dealt(MAYA, "second_chance", { to: "second_chance" })), "Maya keeps a Second Chance.");
});

test("from five numbers on, the way to Flip 7 is told", () => {
  const view = table(seats({ numbers: ["12", "8", "3", "1"] }));
  assert.equal(told(dealt(ANA, "5"), { view }), "You drew 5. Five different numbers: 2 more for Flip 7.");
});

test("a repeated number is told once, by the bust or the save", () => {
  const view = table(seats({}, { numbers: ["11"], second_chance: true }, { numbers: ["11"] }));
  assert.equal(told(dealt(SAM, "11"), { view }), null);
  assert.equal(told({ type: "busted", seat: SAM, card: "11", score: 0 }, { view }), "Sam drew a second 11 and busts. Round score 0.");
  assert.equal(told({ type: "busted", seat: ANA, card: "8", score: 0 }, { view }), "Second 8. You bust and score 0 this round.");
  assert.equal(told(dealt(MAYA, "11", { to: "discard" }), { view }), null);
  assert.equal(told({ type: "saved", seat: MAYA, card: "10" }, { view }), "Second Chance saves Maya from a second 10.");
});

test("a Freeze names who played it on whom, and what they bank", () => {
  const frozen = (by, at) => ({ type: "frozen", seat: at, by, score: 16, only: false });
  assert.equal(told(frozen(MAYA, SAM)), "Maya played Freeze on Sam. Sam banks 16.");
  assert.equal(told(frozen(MAYA, ANA)), "Maya played Freeze on you. You bank 16.");
  assert.equal(told(frozen(ANA, SAM)), "You played Freeze on Sam. Sam banks 16.");
  assert.equal(told(frozen(ANA, ANA)), "You took the Freeze and bank 16.");
  assert.equal(told(frozen(SAM, SAM)), "Sam took the Freeze and banks 16.");
});

test("one legal target: the log explains why nobody was asked", () => {
  const last = table(seats({}, { status: "stayed" }, { status: "busted" }));
  const frozen = { type: "frozen", seat: ANA, by: ANA, score: 16, only: true };
  assert.equal(told(frozen, { view: last }), "Only you are left: the Freeze is yours. You bank 16.");
  assert.equal(told(frozen), "You took the Freeze and bank 16.", "others are in: a house rule left no choice");
});

test("Flip Three counts its cards and says what is set aside", () => {
  const view = table(seats(), { flip_three: { seat: SAM, left: 2, cards: ["9"] } });
  assert.equal(told({ type: "flip_three", seat: ANA, by: MAYA, only: false }), "Maya played Flip Three on you. You must take 3.");
  assert.equal(told(dealt(SAM, "7", { cause: "flip_three" }), { view }), "Sam drew 7, card 2 of 3.");
  const aside = dealt(SAM, "freeze", { cause: "flip_three", to: "set_aside" });
  assert.equal(told(aside, { view }), "Flip Three on Sam, card 2 of 3: Freeze, set aside.");
  const discarded = { type: "discarded", seat: SAM, cards: ["freeze"], why: "bust" };
  assert.equal(told(discarded), "Freeze: discarded with the bust.");
});

test("staying and giving away", () => {
  assert.equal(told({ type: "stayed", seat: MAYA, score: 34, why: "chosen" }), "Maya stayed on 34.");
  assert.equal(told({ type: "passed", seat: MAYA, to: ANA, only: false }), "Maya gave you a spare Second Chance.");
});

test("out of time: what the table did, and why, in one line", () => {
  const view = table(seats({ round_score: 33 }));
  const timeout = { type: "timed_out", seat: ANA, kind: "turn", did: "stay", target: null };
  assert.equal(told(timeout, { view }), "Time's up: you stayed on 33.");
  assert.equal(told({ type: "stayed", seat: ANA, score: 33, why: "chosen" }, { view, previous: timeout }), null);
  assert.equal(told({ ...timeout, did: "hit" }), "Time's up: you drew a card, because you had none.");
  const asked = table(seats(), { decision: { id: 6, seat: ANA, kind: "target", card: "freeze", choices: [1, 2], deadline: 0 } });
  assert.equal(told({ ...timeout, kind: "target", did: "target", target: SAM }, { view: asked }), "Time's up: Freeze went to Sam.");
});

test("the end of a round: own score, and who leads", () => {
  const scored = { type: "round_scored", round: 2, scores: [65, 54, 0], totals: [183, 196, 77] };
  assert.equal(told(scored), "Round over. You scored 65, total 183. Maya leads with 196.");
  assert.equal(told(scored, { me: null }), "Round 2 is over. Maya leads with 196.");
  assert.equal(told({ ...scored, totals: [196, 196, 77] }), "Round over. You scored 65, total 196. You and Maya lead with 196.");
  assert.equal(told({ type: "game_won", seat: MAYA, totals: [183, 214, 77] }), "Maya wins with 214!");
  assert.equal(told({ type: "game_won", seat: ANA, totals: [214, 183, 77] }), "You win with 214!");
});

test("people come and go under the name they had", () => {
  assert.equal(told({ type: "left", seat: SAM, name: "Sam", why: "left" }), "Sam left the table.");
  assert.equal(told({ type: "bot_took_over", seat: SAM, name: "Pixel", why: "left" }), "Pixel, a bot, plays on.");
  assert.equal(told({ type: "bot_took_over", seat: SAM, name: "Sam", why: "missed" }), "A bot plays for Sam.");
  assert.equal(told({ type: "renamed", seat: SAM, was: "Sam", name: "Samuel" }), "Sam is now called Samuel.");
  assert.equal(told({ type: "joined", seat: SAM, name: "Dan", kind: "human", was: "Pixel" }), "Dan takes over from Pixel.");
});

test("names stand apart from the sentence, whatever is in them", () => {
  const view = table([seat("Ana"), seat("{card} <b>")]);
  const line = lineFor(dealt(MAYA, "7"), { before: view, after: view, me: ANA, previous: null });
  assert.deepEqual(line.parts, [{ name: "{card} <b>" }, " drew ", "7", "."]);
});

test("an event this page does not know has no line", () => {
  assert.equal(told({ type: "from_the_future", seat: 0 }), null);
});
