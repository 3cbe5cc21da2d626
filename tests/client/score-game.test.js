/** A game with real cards: totals, ties, the deal, edits, steps back, and what the browser keeps of it. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { addedHand, dealerOf, doubts, finished, hasPlace, leaders, MOST_ROUNDS, nextPlace, rematch, scoreAt, starterOf, totals, winner, withHand } from "../../static/js/score/game.js";
import { Keeper } from "../../static/js/score/keeper.js";

const GAME = { players: ["Ann", "Bo", "Cy"], length: "points", points: 200, rounds: 5, dealer: 0, hands: [] };
const played = (...hands) => ({ ...GAME, hands });

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
});

test("hands are asked for clockwise from the dealer's left, round by round", () => {
  let game = GAME;
  const asked = [];
  for (let i = 0; i < 6; i += 1) {
    const place = nextPlace(game);
    asked.push(`${place.round} ${game.players[place.seat]}`);
    game = withHand(game, place, "5");
  }
  assert.deepEqual(asked, ["0 Bo", "0 Cy", "0 Ann", "1 Cy", "1 Ann", "1 Bo"]);
  assert.equal(finished(game), 2);
});

test("the deal moves on clockwise, and whoever is left of it starts", () => {
  assert.deepEqual([0, 1, 2, 3].map((round) => dealerOf(GAME, round)), [0, 1, 2, 0]);
  assert.deepEqual([0, 1, 2].map((round) => starterOf(GAME, round)), [1, 2, 0]);
});

test("a round counts once everybody's hand is known", () => {
  const game = played(["12", "bust", "=30"], ["5", null, null]);
  assert.deepEqual(totals(game), [12, 0, 30]);
  assert.equal(scoreAt(game, { round: 1, seat: 0 }), 5);
  assert.equal(scoreAt(game, { round: 1, seat: 1 }), null);
  assert.deepEqual(nextPlace(game), { round: 1, seat: 2 });
});

test("the highest total wins, whoever got there first; 200 is enough", () => {
  assert.equal(winner(played(["=199", "=0", "=0"])), null);
  assert.equal(winner(played(["=200", "=0", "=0"])), 0);
  assert.equal(winner(played(["=200", "=210", "=0"])), 1);
  assert.equal(nextPlace(played(["=200", "=0", "=0"])), null);
});

test("a tie at the top goes on until one is alone in front", () => {
  const tied = played(["=205", "=205", "=0"]);
  assert.equal(winner(tied), null);
  assert.deepEqual(leaders(tied), [0, 1]);
  assert.equal(winner(played(["=205", "=205", "=0"], ["=1", "=2", "=300"])), 2);
});

test("after the last of so many rounds the highest total wins, however low", () => {
  const game = { ...played(["1", "2", "3"], ["1", "2", "0"]), length: "rounds", rounds: 2 };
  assert.equal(winner({ ...game, rounds: 3 }), null);
  assert.equal(winner(game), 1);
  assert.equal(winner({ ...game, hands: [["1", "2", "2"], ["1", "2", "2"]] }), null);
});

test("an earlier hand can be put right, and the game may be won or open again by that", () => {
  const game = played(["=150", "=10", "=0"], ["=50", "=10", "=0"]);
  assert.equal(winner(game), 0);
  const right = withHand(game, { round: 0, seat: 0 }, "=149");
  assert.deepEqual(totals(right), [199, 20, 0]);
  assert.deepEqual(nextPlace(right), { round: 2, seat: 0 });
});

test("the hand of one step is known, within a round, at its end and at the game's, and no other step is one", () => {
  const added = (before, hand) => addedHand(before, withHand(before, nextPlace(before), hand));
  assert.equal(added(GAME, "5"), "5");
  assert.equal(added(GAME, ""), "");
  assert.equal(added(played(["=5", null, "=5"]), "bust"), "bust");
  assert.equal(added(played([null, "=5", "=5"]), "=200"), "=200");
  assert.equal(added(played(["=5", "=5", "=5"]), "=7"), "=7");
  const game = played(["=5", "=5", "=5"], [null, null, "=6"]);
  assert.equal(addedHand(game, withHand(game, { round: 0, seat: 1 }, "=9")), null);
  assert.equal(addedHand(played(["=200", "=5", "=5"]), rematch(played(["=200", "=5", "=5"]))), null);
  assert.equal(addedHand(game, { ...withHand(game, { round: 1, seat: 0 }, "=9"), players: ["Ann", "Bo", "Di"] }), null);
  assert.equal(addedHand(game, { ...game, players: ["Ann", "Bo"], hands: [] }), null);
});

test("a rematch has the same players, no hands, and the next dealer", () => {
  const again = rematch(played(["=200", "=0", "=0"], ["=1", "=1", "=1"]));
  assert.deepEqual([again.players, again.hands, again.dealer], [GAME.players, [], 2]);
});

test("cards of a round that no deck has are told, those of other rounds are not", () => {
  const game = played(["0", "0", "5"], ["0", "1", "2"]);
  assert.deepEqual(doubts(game, 0).cards, [{ card: "0", used: 2, copies: 1 }]);
  assert.deepEqual(doubts(game, 1).cards, []);
  assert.deepEqual(doubts(game, 2), { cards: [], flips: 0 });
});

test("every step can be taken back, a rematch and other players too", () => {
  const keeper = new Keeper();
  const won = played(["=200", "=0", "=0"]);
  keeper.put(GAME);
  keeper.put(won);
  keeper.put(rematch(won));
  keeper.put({ ...GAME, players: ["Dan", "Eve"] });
  keeper.undo();
  assert.deepEqual(keeper.game, rematch(won));
  keeper.undo();
  assert.deepEqual(keeper.game, won);
  keeper.undo();
  keeper.undo();
  assert.deepEqual([keeper.game, keeper.canUndo], [GAME, false]);
});

test("another page of this browser finds the game, its steps and whether it was sent", () => {
  const first = new Keeper();
  first.put(GAME);
  first.putShare({ code: "QK7X4TDM", url: "", version: 3, ends: 9, sent: true });
  first.put(withHand(GAME, { round: 0, seat: 1 }, "7"));
  const second = new Keeper();
  assert.deepEqual(second.game.hands, [[null, "7", null]]);
  assert.deepEqual(second.share, { code: "QK7X4TDM", url: "", version: 3, ends: 9, sent: false });
  second.undo();
  assert.equal(first.reread({ key: "f7.score", newValue: "{}" }), true);
  assert.deepEqual(first.game, GAME);
});

test("what is put in of a hand so far belongs to the game as it was then", () => {
  const keeper = new Keeper();
  assert.equal(keeper.begun, null);
  keeper.put(GAME);
  keeper.keepBegun("12 5");
  assert.equal(new Keeper().begun, "12 5");
  keeper.put(withHand(GAME, { round: 0, seat: 1 }, "12 5"));
  assert.equal(new Keeper().begun, null);
});

test("what another tab keeps beside the game, or clears away, costs no game that could not be kept", () => {
  const keeper = new Keeper();
  keeper.put(GAME);
  localStorage.setItem = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  keeper.put(withHand(GAME, { round: 0, seat: 1 }, "7"));
  for (const event of [{ key: "f7.theme", newValue: "dark" }, { key: "f7.score", newValue: null }, { key: null, newValue: null }]) {
    assert.equal(keeper.reread(event), false);
    assert.deepEqual(keeper.game.hands, [[null, "7", null]]);
  }
});

test("a hand has its place as long as its player sits there and the rounds before are known", () => {
  const game = played(["1", "2", "3"]);
  assert.deepEqual([0, 1, 2].map((round) => hasPlace(game, { round, seat: 1 }, "Bo")), [true, true, false]);
  assert.equal(hasPlace({ ...game, players: ["Bo", "Cy"] }, { round: 0, seat: 1 }, "Bo"), false);
  assert.equal(hasPlace({ ...game, players: ["Ann"], hands: [] }, { round: 0, seat: 1 }, "Bo"), false);
});

test("a game has sixty rounds at most: no hand is asked for after them", () => {
  const rounds = Array.from({ length: MOST_ROUNDS - 1 }, () => ["bust", "bust", "bust"]);
  const last = nextPlace(played(...rounds));
  assert.deepEqual([MOST_ROUNDS, last?.round], [60, 59]);
  assert.equal(nextPlace(played(...rounds, ["bust", "1", "bust"])), null);
});

test("where the browser keeps nothing the game goes on, and it is known until something is kept again", () => {
  const keeper = new Keeper();
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  keeper.put(GAME);
  assert.deepEqual([keeper.game, keeper.isKept, new Keeper().game], [GAME, false, null]);
  localStorage.setItem = setItem;
  keeper.put(withHand(GAME, { round: 0, seat: 1 }, "7"));
  assert.deepEqual([keeper.isKept, new Keeper().game], [true, keeper.game]);
});

test("what cannot be read is nothing", () => {
  localStorage.setItem("f7.score", "{");
  assert.equal(new Keeper().game, null);
  localStorage.setItem("f7.score", "[]");
  assert.deepEqual([new Keeper().game, new Keeper().canUndo], [null, false]);
});
