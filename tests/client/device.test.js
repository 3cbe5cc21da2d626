import assert from "node:assert/strict";
import { test } from "node:test";
import { actingSeat, isShared, nextNumber, numberOf, seatsHere, signed } from "../../static/js/device.js";
import { isYou, nameOf, share } from "../../static/js/seats.js";
import { seat, table } from "./table.js";

const ALONE = { seat: 0 };
const THREE = { seat: 0, local: { 1: 2, 3: 1 } };
const view = table([seat("Ana"), seat("Di"), seat("Bo"), seat("Cy")]);
const asked = (who) => ({ ...view, decision: { ...view.decision, seat: who } });

test("whose seats are at this browser", () => {
  assert.deepEqual([seatsHere(ALONE), seatsHere(THREE), seatsHere({ seat: null })], [[0], [0, 2, 1], []]);
  assert.deepEqual([isShared(ALONE), isShared(THREE)], [false, true]);
  assert.deepEqual([numberOf(THREE, 2), numberOf(THREE, 1), numberOf(THREE, 0), numberOf(THREE, null)], [1, 3, 0, 0]);
  assert.deepEqual([nextNumber(ALONE), nextNumber(THREE)], [1, 2]);
  assert.deepEqual([nextNumber({ ...ALONE, local_reserved: { 1: 3 } }), nextNumber({ ...THREE, local_reserved: { 2: 3 } })], [2, 4]);
  assert.deepEqual([nextNumber({ ...ALONE, local_removed: [1] }), nextNumber({ ...THREE, local_removed: [2, 5] })], [2, 4], "removed for good");
});

test("the page is whoever's who is asked, then stays with them", () => {
  assert.equal(actingSeat(THREE, asked(2), 0), 2);
  assert.equal(actingSeat(THREE, asked(3), 2), 2);
  assert.equal(actingSeat(THREE, asked(3), null), 0);
  assert.equal(actingSeat(ALONE, asked(2), 0), 0);
  assert.equal(actingSeat({ seat: null }, asked(2), null), null);
  const played = { ...asked(2), seats: view.seats.with(2, seat("Bo", { kind: "bot", away: true })) };
  assert.equal(actingSeat(THREE, played, 0), 2, "to take the seat back");
  assert.equal(actingSeat(THREE, { ...view, decision: null, phase: "game_over", host: 1 }, 2), 1, "to play again");
});

test("a command says whom it is from", () => {
  const hit = { do: "hit", decision: 5 };
  assert.deepEqual(signed(hit, ALONE, asked(0), 0), [hit]);
  assert.deepEqual(signed(hit, THREE, asked(0), 0), [hit]);
  assert.deepEqual(signed(hit, THREE, asked(2), 0), [{ ...hit, local: 1 }]);
  assert.deepEqual(signed({ do: "take_over", seat: 1 }, THREE, view, 0), [{ do: "take_over", seat: 1, local: 3 }]);
  assert.deepEqual(signed({ do: "react", reaction: "nice" }, THREE, view, 2), [{ do: "react", reaction: "nice", local: 1 }]);
  assert.deepEqual(signed({ do: "start" }, THREE, { ...view, host: 2 }, 0), [{ do: "start", local: 1 }]);
  const join = { do: "join", local: 2, name: "Eve" };
  assert.deepEqual(signed(join, THREE, view, 0), [join]);
});

test("all who share a browser are ready, and leave, at one press", () => {
  const between = { ...view, seats: view.seats.with(2, seat("Bo", { ready: true })) };
  assert.deepEqual(signed({ do: "ready" }, THREE, between, 0), [{ do: "ready", local: 3 }, { do: "ready", local: 0 }]);
  assert.deepEqual(signed({ do: "leave" }, THREE, between, 0).map(({ local }) => local), [3, 1, 0]);
});

test("where several share a browser, everybody has a name", () => {
  assert.deepEqual([nameOf(view, 0, 0), isYou(0, 0)], ["You", true]);
  share(true);
  assert.deepEqual([nameOf(view, 0, 0), isYou(0, 0)], ["Ana", false]);
  share(false);
});
