import assert from "node:assert/strict";
import { test } from "node:test";

import { Echo, Guard, guarded, Unseen } from "../../static/js/guard.js";

test("the second click of a double click never answers the next question, however late it is handled", () => {
  let now = 1000;
  const guard = new Guard(() => now);
  guard.means("hit", 7);
  assert.equal(guard.blocks({ detail: 1 }), false);
  guard.pressed();
  now += 2000;
  guard.means("hit", 8);
  now += 2000;
  assert.equal(guard.blocks({ detail: 2 }), true);
  assert.equal(guard.blocks({ detail: 1 }), false);
});

test("a double click is one press as long as its question is open", () => {
  const guard = new Guard(() => 1000);
  guard.means("hit", 7);
  guard.pressed();
  assert.equal(guard.blocks({ detail: 2 }), false);
});

test("a click just after the meaning has changed was aimed at the old one; a key was not", () => {
  let now = 1000;
  const guard = new Guard(() => now);
  guard.means("target freeze", 7);
  now += 100;
  assert.equal(guard.blocks({ detail: 1 }), true);
  assert.equal(guard.blocks({ detail: 0 }), false);
  now += 200;
  assert.equal(guard.blocks({ detail: 1 }), false);
});

test("a control in another's place lets keys through at once, and pointers once a double click is over", () => {
  let now = 1000;
  const heard = [];
  const control = guarded(new EventTarget(), () => now);
  control.addEventListener("click", ({ detail }) => heard.push([now, detail]));
  const click = (detail) => control.dispatchEvent(Object.assign(new Event("click", { cancelable: true }), { detail }));
  now += 399;
  assert.deepEqual([click(2), click(0)], [false, true], "a form is not sent by what does not count");
  now += 1;
  assert.equal(click(1), true);
  assert.deepEqual(heard, [[1399, 0], [1400, 1]]);
});

test("a finger's second tap on what has just put something in is an echo; keys, other controls and later taps are none", () => {
  let now = 1000;
  const echo = new Echo(() => now);
  const [bust, next] = [new EventTarget(), new EventTarget()];
  assert.equal(echo.is(bust, { detail: 1 }), false);
  echo.follows(bust);
  now += 399;
  assert.deepEqual([echo.is(bust, { detail: 1 }), echo.is(bust, { detail: 0 }), echo.is(next, { detail: 2 })], [true, false, false]);
  now += 1;
  assert.deepEqual([echo.is(bust, { detail: 2 }), echo.is(bust, { detail: 1 })], [true, false]);
  echo.follows(bust);
  echo.follows(null);
  assert.equal(echo.is(bust, { detail: 1 }), false);
});

test("a finger may be on its way for a second to what a control was before; a key never is", () => {
  let now = 1000;
  const unseen = new Unseen(() => now);
  assert.equal(unseen.blocks({ detail: 1 }), false);
  unseen.changes();
  now += 999;
  assert.deepEqual([unseen.blocks({ detail: 1 }), unseen.blocks({ detail: 0 })], [true, false]);
  now += 1;
  assert.equal(unseen.blocks({ detail: 1 }), false);
});
