import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

globalThis.document = { ...globalThis.document, documentElement: { dataset: {} }, querySelectorAll: () => [] };
const { EventSpeaker } = await import("../../static/js/event-speaker.js");
const { choose } = await import("../../static/js/settings.js");

const ANA = 0;
const stay = (seat) => ({ type: "stayed", seat, score: 9, why: "chosen" });
let said;
let speaker;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  said = [];
  speaker = new EventSpeaker((sentence) => said.push(sentence));
  choose("spoken", "all");
});

test("what others do within a second and a half is one sentence", () => {
  speaker.hear(stay(1), "Maya stayed on 9.", ANA);
  mock.timers.tick(1000);
  speaker.hear(stay(2), "Sam stayed on 9.", ANA);
  assert.deepEqual(said, []);
  mock.timers.tick(500);
  assert.deepEqual(said, ["Maya stayed on 9. Sam stayed on 9."]);
});

test("what concerns the listener is said at once, after what waits", () => {
  speaker.hear(stay(1), "Maya stayed on 9.", ANA);
  speaker.hear({ type: "frozen", seat: ANA, by: 1, score: 9, only: false }, "Maya played Freeze on you.", ANA);
  mock.timers.tick(5000);
  assert.deepEqual(said, ["Maya stayed on 9. Maya played Freeze on you."]);
});

test("mine and results: nothing of what others do among themselves", () => {
  choose("spoken", "mine");
  speaker.hear(stay(1), "Maya stayed on 9.", ANA);
  speaker.hear(stay(ANA), "You stayed on 9.", ANA);
  speaker.hear({ type: "flip_three", seat: 1, by: ANA, only: false }, "You played Flip Three on Maya.", ANA);
  speaker.hear({ type: "passed", seat: 1, to: ANA, only: false }, "Maya gave you a spare Second Chance.", ANA);
  speaker.hear({ type: "game_won", seat: 1, totals: [1, 2] }, "Maya wins with 2!", ANA);
  mock.timers.tick(5000);
  assert.deepEqual(said, [
    "You stayed on 9.",
    "You played Flip Three on Maya.",
    "Maya gave you a spare Second Chance.",
    "Maya wins with 2!",
  ]);
});

test("to a watcher nothing is their own", () => {
  choose("spoken", "mine");
  speaker.hear(stay(1), "Maya stayed on 9.", null);
  mock.timers.tick(5000);
  assert.deepEqual(said, []);
});

test("off is off", () => {
  choose("spoken", "off");
  speaker.hear(stay(ANA), "You stayed on 9.", ANA);
  speaker.hear({ type: "game_won", seat: 1, totals: [1, 2] }, "Maya wins with 2!", ANA);
  mock.timers.tick(5000);
  assert.deepEqual(said, []);
});
