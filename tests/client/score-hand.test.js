/** What a hand of real cards scores, how it is tapped in, and when a deck cannot have dealt it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { canGrow, EMPTY, impossible, MOST_TYPED, pointsOf, readHand, tally, tapModifier, tapNumber, typeIn, writeHand } from "../../static/js/score/hand.js";

test("numbers, doubled, then the plus cards, then 15 for seven numbers", () => {
  const points = (text) => pointsOf(readHand(text));
  assert.equal(points("2 5 9"), 16);
  assert.equal(points("2 5 9 +6 x2"), 38);
  assert.equal(points("0 1 2 3 4 5 6 +8 x2"), 65);
  assert.equal(points("5 7 +10 x2"), 34);
  assert.equal(points(""), 0);
  assert.equal(points("bust"), 0);
  assert.equal(points("=45"), 45);
});

test("how a hand adds up", () => {
  assert.deepEqual(tally(readHand("12 9 8 7 6 4 0 +4 x2")), { numbers: 46, doubled: true, plus: 4, bonus: 15 });
  assert.deepEqual(tally(readHand("bust")), { numbers: 0, doubled: false, plus: 0, bonus: 0 });
});

test("a hand is the same after it was written", () => {
  for (const text of ["", "bust", "=0", "=171", "0", "12 9 +4 x2", "+10"]) assert.equal(writeHand(readHand(text)), text);
});

test("a second tap takes a card back, and an eighth number is none", () => {
  let hand = tapModifier(tapNumber(tapNumber(EMPTY, 12), 0), "x2");
  assert.equal(writeHand(hand), "12 0 x2");
  assert.equal(writeHand(tapModifier(tapNumber(hand, 12), "x2")), "0");
  for (const number of [1, 2, 3, 4, 5]) hand = tapNumber(hand, number);
  assert.equal(writeHand(tapNumber(hand, 6)), writeHand(hand));
  assert.equal(writeHand(tapNumber(hand, 5)), "12 0 1 2 3 4 x2");
});

test("a card that is tapped makes a hand of a bust, and of points that were typed", () => {
  assert.equal(writeHand(tapNumber(readHand("bust"), 3)), "3");
  assert.equal(writeHand(tapModifier(readHand("=20"), "+2")), "+2");
});

test("only whole points that a hand can have can be typed", () => {
  assert.equal(typeIn("45")?.typed, 45);
  assert.equal(typeIn("171")?.typed, 171);
  assert.equal(typeIn("４５")?.typed, 45);
  assert.equal(typeIn(" ")?.typed, null);
  for (const text of ["-1", "4.5", "172", "x", "1e2", "0x1"]) assert.equal(typeIn(text), null);
});

test("no hand brings more than can be typed: twice 12 to 6, each plus card, and 15", () => {
  assert.equal(MOST_TYPED, 171);
  assert.equal(pointsOf(readHand("12 11 10 9 8 7 6 +2 +4 +6 +8 +10 x2")), MOST_TYPED);
});

test("from 18 to 99 two digits are whole, and from 100 three; fewer than 18 can grow", () => {
  const whole = Array.from({ length: MOST_TYPED + 1 }, (_, points) => points).filter((points) => !canGrow(points));
  assert.deepEqual(whole, Array.from({ length: MOST_TYPED - 17 }, (_, i) => i + 18));
});

test("one deck has as many of a number as it says, one 0, one of each modifier", () => {
  const hands = (...texts) => impossible(texts.map(readHand), texts.length);
  assert.deepEqual(hands("12 3 +2", "12 3", "3 1 0").cards, []);
  assert.deepEqual(hands("3 0", "3", "3", "3 0").cards, [
    { card: "3", used: 4, copies: 3 },
    { card: "0", used: 2, copies: 1 },
  ]);
  assert.deepEqual(hands("x2 1", "x2 1").cards.map(({ card }) => card), ["1", "x2"]);
  assert.deepEqual(hands("bust", "=45", "=45").cards, []);
});

test("above 18 players there are two decks", () => {
  const two = [readHand("0 x2"), readHand("0 x2")];
  assert.equal(impossible(two, 18).cards.length, 2);
  assert.equal(impossible(two, 19).cards.length, 0);
});

test("only one player can have a Flip 7", () => {
  const flip = readHand("12 11 10 9 8 7 6");
  assert.equal(impossible([flip, readHand("bust")], 2).flips, 0);
  assert.equal(impossible([flip, flip], 2).flips, 2);
});
