import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { plain } from "../../static/js/phrase.js";
import { rewound, step } from "../../static/js/steps.js";
import { merged } from "../../static/js/store.js";
import { Story } from "../../static/js/story.js";
import { dealt, seat, table } from "./table.js";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
/** A whole game as a server told it: the view it began with, and every change. */
const recorded = read("recorded-game.json");
/** Short stories from the same source, each about what becomes of cards that were set aside. */
const stories = read("recorded-set-aside.json");

/** Cards that wait: set aside, or in the hand of who is to place them. */
const waiting = ({ set_aside, decision, passing }) =>
  [...set_aside.flatMap(({ cards }) => cards), passing?.card ?? decision?.card].filter(Boolean).sort();

for (const { name, view: first, changes } of [{ name: "a whole game", ...recorded }, ...stories]) {
  test(`event by event one arrives at what the server says, at every seat, after every change: ${name}`, () => {
    let view = first;
    for (const { seq, events, view: part } of changes) {
      const shown = events.reduce(step, view);
      view = merged(view, part);
      const cards = (seats) => seats.map(({ ready, ...rest }) => rest);
      assert.deepEqual(cards(shown.seats), cards(view.seats), `seats after ${seq}`);
      const piles = (at) => [at.draw_count, at.discard, at.rounds, waiting(at)];
      assert.deepEqual(piles(shown), piles(view), `piles after ${seq}`);
    }
  });
}

test("set-aside cards belong to the Flip Three they came in", () => {
  let view = table([seat("Ana")], { set_aside: [{ seat: 0, cards: ["freeze"] }] });
  const aside = (card) => [dealt(0, card, { cause: "flip_three", to: "set_aside" }), { type: "set_aside", seat: 0, card }];
  view = [{ type: "flip_three", seat: 0, by: 0, only: true }, ...aside("freeze"), ...aside("flip_three")].reduce(step, view);
  assert.deepEqual(view.set_aside, [{ seat: 0, cards: ["freeze"] }, { seat: 0, cards: ["freeze", "flip_three"] }]);
  view = step(view, { type: "frozen", seat: 0, by: 0, score: 0, only: true });
  assert.deepEqual(view.set_aside, [{ seat: 0, cards: ["freeze"] }, { seat: 0, cards: ["flip_three"] }]);
});

test("a new game begins with nothing in front of anybody and nothing discarded", () => {
  const old = table([seat("Ana", { numbers: ["7"], second_chance: true, total: 90 }), seat("Bo", { played: ["freeze"] })], { discard: { 12: 3 }, discard_top: "12" });
  const begun = [{ type: "started", game: 2, dealer: 0 }, { type: "round_started", round: 1, dealer: 0 }].reduce(step, old);
  assert.deepEqual([begun.discard, begun.discard_top], [{}, null]);
  assert.deepEqual(begun.seats.map(({ numbers, second_chance, played, total }) => [numbers, second_chance, played, total]), [[[], false, [], 0], [[], false, [], 0]]);
});

test("a card that asks for a target, or is on its way out, lies nowhere yet", () => {
  const view = table([seat("Ana", { numbers: ["7"], second_chance: true }), seat("Bo")]);
  const asking = step(view, dealt(0, "freeze", { to: "choice" }));
  assert.deepEqual(asking.passing, { seat: 0, card: "freeze" });
  assert.equal(step(asking, { type: "frozen", seat: 1, by: 0, score: 0, only: false }).passing, null);
  const leaving = step(view, dealt(0, "7", { to: "discard" }));
  assert.deepEqual([leaving.passing, leaving.seats[0].numbers], [{ seat: 0, card: "7" }, ["7"]]);
  const saved = step(leaving, { type: "saved", seat: 0, card: "7" });
  assert.deepEqual([saved.passing, saved.seats[0].second_chance, saved.discard], [null, false, { 7: 1, second_chance: 1 }]);
});

test("a Flip Three fills from the left and keeps what is set aside", () => {
  let view = step(table([seat("Ana"), seat("Bo")]), { type: "flip_three", seat: 1, by: 0, only: false });
  assert.deepEqual(view.flip_three, { seat: 1, left: 3, cards: [] });
  view = step(view, dealt(1, "freeze", { cause: "flip_three", to: "set_aside" }));
  view = step(view, { type: "set_aside", seat: 1, card: "freeze" });
  assert.deepEqual(view.flip_three, { seat: 1, left: 2, cards: ["freeze"] });
  assert.deepEqual(view.set_aside, [{ seat: 1, cards: ["freeze"] }]);
  assert.deepEqual(step(view, { type: "discarded", seat: 1, cards: ["freeze"], why: "bust" }).set_aside, []);
});

test("an event of a newer server changes nothing", () => {
  const view = table([seat("Ana")]);
  assert.equal(step(view, { type: "from_the_future" }), view);
});

test("going back restores the names people had", () => {
  const now = table([seat("Ana"), seat("Pixel", { kind: "bot" }), seat("Dan")]);
  const events = [
    { type: "renamed", seat: 1, was: "Bo", name: "Bob" },
    { type: "left", seat: 1, name: "Bob", why: "left" },
    { type: "bot_took_over", seat: 1, name: "Pixel", why: "left" },
    { type: "joined", seat: 2, name: "Dan", kind: "human", was: "Rook" },
  ];
  assert.deepEqual(rewound(now, events).seats.map(({ name, kind }) => `${name} ${kind}`), ["Ana human", "Bo human", "Rook bot"]);
});

test("the record of a game reads the same told at once or as it happens", () => {
  const changes = recorded.changes.map(({ seq, events }) => ({ seq, events, digest: "", now: seq * 1000 }));
  const last = recorded.changes.reduce((view, { view: part }) => merged(view, part), recorded.view);
  const atOnce = new Story().retell(changes, last, 0);
  const asItHappens = new Story().goOn(changes, recorded.view, 0);
  const lines = (told) => told.map(({ parts }) => plain(parts));
  // The record begins in the middle of the first round here, so the first round's own cards are known only live.
  const from = (told) => told.slice(told.findIndex((line) => line.startsWith("Round 2.")));
  assert.ok(from(lines(asItHappens)).length > 10);
  assert.deepEqual(from(lines(atOnce)), from(lines(asItHappens)));
});

test("a connection that flickers is told once a minute", () => {
  const view = table([seat("Ana"), seat("Sam")]);
  const story = new Story();
  const told = (type, now) => {
    const line = story.tell({ type, seat: 1, why: "connection" }, { before: view, after: view, me: 0, previous: null, now });
    return line && plain(line.parts);
  };
  assert.equal(told("away", 0), "Sam lost the connection.");
  assert.equal(told("back", 5000), "Sam is back.");
  assert.equal(told("away", 30_000), null);
  assert.equal(told("back", 31_000), null);
  assert.equal(told("away", 90_000), "Sam lost the connection.");
});
