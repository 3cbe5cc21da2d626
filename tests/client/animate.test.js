import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import { Player } from "../../static/js/animate.js";
import { merged } from "../../static/js/store.js";
import { dealt, seat, table } from "./table.js";

const recorded = JSON.parse(readFileSync(new URL("recorded-game.json", import.meta.url), "utf8"));

const empty = table([seat("Ana"), seat("Bo")]);
const after = (numbers) => table([seat("Ana"), seat("Bo", { numbers })]);

let steps;
let tempo;
let player;
let now;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  steps = [];
  tempo = 1;
  now = 0;
  player = new Player(empty, (step) => steps.push(step), () => tempo, () => now);
});
/** Time goes by in small steps, so that timers set on the way come due too. */
const pass = (ms) => {
  for (let gone = 0; gone < ms; gone += 10) {
    now += 10;
    mock.timers.tick(10);
  }
};
const shown = () => player.view.seats[1].numbers.length;

test("the first event of a change is on the table at once", () => {
  player.play([dealt(1, "7")], after(["7"]));
  assert.equal(shown(), 1);
  assert.equal(player.busy, true);
});

test("events come one after the other, and the server's view has the last word", () => {
  const truth = after(["7", "8"]);
  player.play([dealt(1, "7"), dealt(1, "8")], truth);
  assert.equal(shown(), 1);
  pass(240);
  assert.equal(shown(), 2);
  pass(240);
  assert.equal(player.view, truth);
  assert.equal(player.busy, false);
  assert.deepEqual(steps.map(({ event }) => event?.card ?? null), ["7", "8", null]);
});

test("a bust comes in the same moment as its card", () => {
  player.play([dealt(1, "7"), { type: "busted", seat: 1, card: "7", score: 0 }], after(["7"]));
  assert.equal(player.view.seats[1].status, "busted");
});

test("the table never lags more than 600 ms, a whole deal not more than 2.4 s", () => {
  const hits = Array.from({ length: 6 }, (_, i) => dealt(1, String(i)));
  player.play(hits, after(hits.map(({ card }) => card)));
  pass(620);
  assert.equal(player.busy, false);
  const deal = Array.from({ length: 20 }, (_, i) => dealt(i % 2, "9", { cause: "opening" }));
  player.play(deal, empty);
  pass(620);
  assert.equal(player.busy, true);
  pass(1800);
  assert.equal(player.busy, false);
});

test("too much at once is not hurried through: the table jumps", () => {
  const many = Array.from({ length: 20 }, (_, i) => dealt(1, String(i % 12)));
  const truth = after([]);
  player.play(many, truth);
  assert.equal(player.view, truth);
  assert.equal(steps.length, 21, "every event is still told");
  assert.ok(steps.every(({ pace }) => pace === 0));
});

test("where nothing shall move, the table is where the server is", () => {
  tempo = 0;
  const truth = after(["7", "8"]);
  player.play([dealt(1, "7"), dealt(1, "8")], truth);
  assert.equal(player.view, truth);
});

test("an own move ends what is still playing, in order", () => {
  const truth = after(["7", "8"]);
  player.play([dealt(1, "7"), dealt(1, "8")], truth);
  player.finish();
  assert.equal(player.view, truth);
  pass(5000);
  assert.deepEqual(steps.map(({ event }) => event?.card ?? null), ["7", "8", null]);
});

test("a jump shows what was under way, then the new state", () => {
  const other = after(["1", "2", "3"]);
  player.play([dealt(1, "7"), dealt(1, "8")], after(["7", "8"]));
  player.jump(other);
  assert.equal(player.view, other);
  assert.equal(steps.length, 4);
});

test("what stands already counts: behind a Flip 7 the table still arrives within 2.4 s", () => {
  player.play([{ type: "flip7", seat: 1, score: 30 }], empty);
  pass(100);
  player.play([dealt(1, "7"), dealt(1, "8"), dealt(1, "9"), dealt(1, "10")], after(["7", "8", "9", "10"]));
  assert.equal(shown(), 0);
  pass(1800);
  assert.ok(shown() > 0);
  pass(600);
  assert.equal(player.busy, false);
});

test("who wants it calm sees each card for longer, and is no later for that than may be", () => {
  tempo = 1.5;
  player.play([dealt(1, "7"), dealt(1, "8")], after(["7", "8"]));
  pass(250);
  assert.equal(shown(), 1);
  pass(360);
  assert.equal(player.busy, false);
  assert.ok(steps[0].pace > 1);
});

test("who wants it fast is where the server is, and still sees what moves", () => {
  tempo = 0.4;
  const truth = after(["7", "8"]);
  player.play([dealt(1, "7"), dealt(1, "8")], truth);
  assert.equal(player.view, truth);
  assert.deepEqual(steps.map(({ pace }) => pace), [0.4, 0.4, 0.4]);
});

test("those whose round another ends bank in one moment", () => {
  const stays = [0, 1].map((at) => ({ type: "stayed", seat: at, score: 5, why: "round_end" }));
  player.play([...stays, dealt(1, "7")], after(["7"]));
  assert.equal(steps.length, 3);
});

for (const gap of [0, 40, 300, 900]) {
  test(`a whole game with a change every ${gap} ms: nothing is shown later than 2.4 s, and in the end all of it`, () => {
    let view = recorded.view;
    const came = new Map();
    let latest = 0;
    player = new Player(view, (step) => {
      steps.push(step);
      if (came.has(step.after)) latest = Math.max(latest, now - came.get(step.after));
    }, () => 1, () => now);
    for (const change of recorded.changes) {
      view = merged(view, change.view);
      came.set(view, now);
      player.play(change.events, view);
      pass(gap);
    }
    pass(2400);
    assert.equal(player.busy, false);
    assert.equal(player.view, view);
    assert.ok(latest <= 2410, `${latest} ms`);
    assert.equal(steps.filter(({ event }) => event).length, recorded.changes.flatMap(({ events }) => events).length);
  });
}
