import assert from "node:assert/strict";
import { test } from "node:test";
import { dockPlan } from "../../static/js/dock-plan.js";
import { Guard } from "../../static/js/guard.js";
import { wishOf } from "../../static/js/keys.js";
import { Targeting } from "../../static/js/targeting.js";
import { seat, table } from "./table.js";

const seats = () => [seat("Ana", { round_score: 33, total: 118, numbers: ["12"] }), seat("Maya", { round_score: 54, total: 142 }), seat("Rook", { kind: "bot" })];
const asks = (card, choices, more = {}) => table(seats(), { phase: "target", decision: { id: 6, seat: 0, kind: "target", card, choices, deadline: null }, ...more });
const plan = (truth, { selected = null, online = true, me = 0 } = {}) => dockPlan({ truth, me }, selected, online);
const mouse = { detail: 1, pointerType: "mouse" };
const finger = { detail: 1, pointerType: "touch" };
const key = { detail: 0, pointerType: "" };

test("own turn: hit, and stay with what it brings", () => {
  const { primary, second } = plan(table(seats()));
  assert.deepEqual(primary.act, { do: "hit", decision: 5 });
  assert.deepEqual(second.act, { do: "stay", decision: 5 });
  assert.equal(second.note, "bank 33, total 151");
});

test("no card yet: stay says why it does nothing", () => {
  const truth = table(seats(), { decision: { id: 5, seat: 0, kind: "turn", card: null, choices: ["hit"], deadline: null } });
  assert.deepEqual([plan(truth).second.act, plan(truth).second.reason], [null, "You need a card before you can stay"]);
});

test("somebody else's turn, out of the round, no connection, watching: nothing to press", () => {
  const other = table(seats(), { decision: { id: 5, seat: 2, kind: "turn", card: null, choices: ["hit"], deadline: null } });
  assert.equal(plan(other).primary.note, "after Rook");
  const out = { ...other, seats: [seat("Ana", { status: "stayed" }), ...other.seats.slice(1)] };
  for (const dead of [plan(other), plan(out), plan(table(seats()), { online: false }), plan(table(seats()), { me: null })]) {
    assert.deepEqual([dead.primary.act, dead.second.act], [null, null]);
    assert.notEqual(dead.primary.reason, "");
  }
});

test("a target is confirmed by name, or taken oneself where that is legal", () => {
  const { primary, second } = plan(asks("freeze", [0, 1, 2]), { selected: 1 });
  assert.deepEqual([primary.label, primary.note, primary.act], ["Freeze Maya", "banks 54", { do: "target", decision: 6, target: 1 }]);
  assert.deepEqual([second.label, second.note, second.act], ["Myself", "bank 33", { do: "target", decision: 6, target: 0 }]);
  assert.equal(plan(asks("freeze", [0, 1])).primary.act, null, "nobody is selected yet");
  assert.equal(plan(asks("second_chance", [1, 2]), { selected: 2 }).second.act, null);
});

test("while a bot plays for the owner, the dock gives the seat back and nothing else", () => {
  const truth = table([seat("Ana", { kind: "bot", away: true }), ...seats().slice(1)]);
  assert.deepEqual(plan(truth).primary.act, { do: "take_over", seat: 0 });
  assert.equal(plan(truth).second.act, null);
});

test("between rounds: ready once", () => {
  const over = (ready) => table([seat("Ana", { ready }), ...seats().slice(1)], { phase: "round_over" });
  assert.deepEqual([plan(over(false)).primary.label, plan(over(false)).primary.act], ["Ready for round 3", { do: "ready" }]);
  assert.equal(plan(over(true)).primary.act, null);
});

test("a mouse acts at once, a finger selects first", () => {
  const targeting = new Targeting();
  targeting.update(asks("freeze", [0, 1, 2]), 0);
  const late = Object.assign(new Targeting(), { question: targeting.question });
  assert.deepEqual(late.click(1, mouse), { do: "target", decision: 6, target: 1 });
  assert.equal(late.click(2, finger), null);
  assert.equal(late.selected, 2);
});

test("a seat that has just become a button ignores the pointer, not the keys", () => {
  const targeting = new Targeting();
  targeting.update(asks("freeze", [0, 1, 2]), 0);
  assert.equal(targeting.click(1, mouse), null);
  assert.equal(targeting.selected, null);
  assert.equal(targeting.digit(1), null);
  assert.deepEqual(targeting.digit(1), { do: "target", decision: 6, target: 1 });
});

test("keys on a seat's button select, then confirm", () => {
  const targeting = new Targeting();
  targeting.update(asks("freeze", [0, 1, 2]), 0);
  assert.equal(targeting.click(2, key), null);
  assert.deepEqual(targeting.click(2, key), { do: "target", decision: 6, target: 2 });
});

test("arrows go around who may be chosen, in the order shown; a first digit of two confirms nothing", () => {
  const targeting = new Targeting();
  targeting.update(asks("freeze", [0, 1, 2]), 0);
  const order = [2, 3, 1, 0];
  const chosen = (step) => (targeting.move(order, step), targeting.selected);
  assert.deepEqual([1, 1, 1, 1, -1, -1].map(chosen), [2, 1, 0, 2, 0, 1]);
  assert.equal(targeting.digit(2, false), null);
  assert.equal(targeting.digit(2, false), null);
  assert.equal(targeting.selected, 2);
  assert.equal(targeting.move([], 1), false);
  const back = new Targeting();
  back.update(asks("freeze", [1, 2]), 0);
  assert.deepEqual([back.move(order, -1), back.selected], [true, 1]);
});

test("what may not be chosen is not chosen, and a new question starts afresh", () => {
  const targeting = new Targeting();
  targeting.update(asks("freeze", [1]), 0);
  assert.equal(targeting.digit(2), null);
  assert.equal(targeting.selected, null);
  targeting.digit(1);
  targeting.update(asks("freeze", [1, 2], { decision: { id: 7, seat: 0, kind: "target", card: "freeze", choices: [1, 2], deadline: null } }), 0);
  assert.equal(targeting.selected, null);
  targeting.update(table(seats()), 0);
  assert.equal(targeting.digit(1), null);
});

test("set-aside cards are counted as they are handed out", () => {
  const targeting = new Targeting();
  const both = asks("freeze", [1, 2], { set_aside: [{ seat: 0, cards: ["flip_three"] }] });
  targeting.update(both, 0);
  assert.equal(targeting.aside(both, 0), "1 of 2 set-aside cards");
  const second = asks("flip_three", [1, 2], { decision: { ...both.decision, id: 7, card: "flip_three" } });
  targeting.update(second, 0);
  assert.equal(targeting.aside(second, 0), "2 of 2 set-aside cards");
  targeting.update(table(seats()), 0);
  assert.equal(targeting.aside(asks("freeze", [1, 2]), 0), "");
});

test("a control that means something else ignores the pointer for 250 ms", () => {
  let now = 1000;
  const guard = new Guard(() => now);
  guard.means("hit", 5);
  assert.equal(guard.blocks(mouse), false, "Hit has woken up: that is what one waits for");
  guard.means("target freeze", 6);
  assert.equal(guard.blocks(mouse), true);
  assert.equal(guard.blocks(key), false);
  now += 250;
  assert.equal(guard.blocks(mouse), false);
});

test("the second click of a double click does not play the next turn", () => {
  let now = 1000;
  const guard = new Guard(() => now);
  guard.means("hit", 5);
  guard.pressed();
  now += 40;
  guard.means("hit", 6); // the answer was quicker than the finger
  assert.equal(guard.blocks(mouse), true);
  now += 700;
  guard.means("hit", 7);
  assert.equal(guard.blocks(mouse), false, "a turn later nothing is double");
});

test("keys: letters by what they write, digits by where they are, none with a modifier or held down", () => {
  const press = (more) => wishOf({ key: "", code: "", repeat: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
  assert.deepEqual(press({ key: "H", code: "KeyH" }), { key: "hit" });
  assert.deepEqual(press({ key: "&", code: "Digit1" }), { key: "digit", digit: 1 });
  assert.deepEqual(press({ key: "6", code: "Numpad6" }), { key: "digit", digit: 6 });
  assert.deepEqual(press({ key: "à", code: "Digit0" }), { key: "digit", digit: 0 });
  assert.deepEqual(press({ key: "ArrowDown" }), { key: "next" });
  assert.deepEqual(press({ key: "ArrowLeft" }), { key: "previous" });
  assert.equal(press({ key: "h", code: "KeyH", repeat: true }), null);
  assert.equal(press({ key: "s", code: "KeyS", ctrlKey: true }), null);
});
