import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { History, merged, Store, untold } from "../../static/js/store.js";

const view = { phase: "turn", round: 1, seats: [{ name: "Ada" }], decision: { id: 3 } };
const welcome = (more) => ({ type: "welcome", build: "b1", you: { seat: 0 }, seq: 10, digest: "d10", missed: null, now: 0, view, ...more });
const change = (seq, part, events = []) => ({ type: "change", seq, digest: `d${seq}`, events, now: 0, view: part });

let store;
beforeEach(() => {
  store = new Store();
});

test("what a change leaves out has not changed", () => {
  const next = merged(view, { decision: null });
  assert.equal(next.decision, null);
  assert.equal(next.seats, view.seats);
  assert.equal(view.decision.id, 3);
});

test("a welcome is the whole state, and where to go on from", () => {
  assert.equal(store.cursor, "");
  assert.equal(store.take(welcome()), "fresh");
  assert.equal(store.view, view);
  assert.equal(store.cursor, "?after=10&digest=d10");
});

test("the next change is merged and moves the cursor", () => {
  store.take(welcome());
  assert.equal(store.take(change(11, { round: 2 })), "next");
  assert.equal(store.view.round, 2);
  assert.equal(store.view.phase, "turn");
  assert.equal(store.cursor, "?after=11&digest=d11");
});

test("a gap changes nothing: one must ask from where one was", () => {
  store.take(welcome());
  assert.equal(store.take(change(12, { round: 9 })), "gap");
  assert.equal(store.view.round, 1);
  assert.equal(store.cursor, "?after=10&digest=d10");
});

test("a change seen before is not taken twice", () => {
  store.take(welcome());
  store.take(change(11, { round: 2 }));
  assert.equal(store.take(change(11, { round: 7 })), "known");
  assert.equal(store.take(change(9, { round: 7 })), "known");
  assert.equal(store.view.round, 2);
});

test("a change before any welcome is a gap", () => {
  assert.equal(store.take(change(1, {})), "gap");
});

test("a welcome replaces everything, even by an older state", () => {
  store.take(welcome());
  store.take(change(11, { round: 2 }));
  store.take(welcome({ seq: 8, digest: "other", you: { seat: null } }));
  assert.equal(store.view.round, 1);
  assert.deepEqual(store.you, { seat: null });
  assert.equal(store.cursor, "?after=8&digest=other");
});

test("an answer waits for the change it speaks of, or for a whole new state", async () => {
  store.take(welcome());
  const told = [];
  const waits = [10, 12, 40].map((seq) => store.reached(seq).then(() => told.push(seq)));
  store.take(change(11, {}));
  await waits[0];
  assert.deepEqual(told, [10]);
  store.take(change(12, {}));
  await waits[1];
  assert.deepEqual(told, [10, 12]);
  store.take(welcome({ seq: 3, digest: "other" }));
  await waits[2];
  assert.deepEqual(told, [10, 12, 40]);
});

test("another build than the first one seen makes the page old", () => {
  store.take(welcome());
  assert.equal(store.outdated, false);
  store.take(welcome({ build: "b2" }));
  assert.equal(store.outdated, true);
});

test("the history is whole from the change that starts a game", () => {
  const history = new History();
  history.add(change(4, {}, [{ type: "joined" }]));
  assert.equal(history.complete, false);
  history.add(change(5, {}, [{ type: "started" }, { type: "round_started" }]));
  history.add(change(6, {}, [{ type: "dealt" }]));
  assert.equal(history.complete, true);
  assert.deepEqual(history.events.map(({ type }) => type), ["started", "round_started", "dealt"]);
});

test("the server's record replaces the history, but not what came after it", () => {
  const history = new History();
  history.add(change(7, {}, [{ type: "stayed" }]));
  history.add(change(8, {}, [{ type: "busted" }]));
  history.replace([change(5, {}, [{ type: "started" }]), change(7, {}, [{ type: "stayed" }])]);
  assert.deepEqual(history.changes.map(({ seq }) => seq), [5, 7, 8]);
});

test("a welcome in the middle of a connection tells only what this page has not been told", () => {
  const missed = [change(9, {}), change(10, {}), change(11, {}), change(12, {})];
  assert.deepEqual(untold(welcome({ seq: 12, missed }), 10).map(({ seq }) => seq), [11, 12]);
  assert.deepEqual(untold(welcome({ seq: 12, missed }), 12), []);
  assert.deepEqual(untold(welcome({ seq: 12, missed: [] }), 12), []);
});

test("where something is missing, or the history is another one, nothing is told as if it went on", () => {
  assert.equal(untold(welcome({ seq: 12, missed: null }), 12), null);
  assert.equal(untold(welcome({ seq: 12, missed: [change(12, {})] }), 10), null);
  assert.equal(untold(welcome({ seq: 8, missed: [] }), 11), null);
});

test("of a history that is not true any more nothing stays, whatever its numbers", () => {
  const history = new History();
  history.add(change(5, {}, [{ type: "started" }]));
  history.add(change(9, {}, [{ type: "busted" }]));
  history.forget();
  assert.equal(history.complete, false);
  history.add(change(8, {}, [{ type: "frozen" }]));
  history.replace([change(5, {}, [{ type: "started" }]), change(7, {}, [{ type: "stayed" }])]);
  assert.deepEqual(history.changes.map(({ seq }) => seq), [5, 7, 8]);
});
