import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { countDown, isWarning, ringShare, secondsLeft, ServerClock } from "../../static/js/clock.js";

afterEach(() => mock.timers.reset());

test("without any news the own clock has to do", () => {
  assert.equal(new ServerClock(() => 500).now(), 500);
});

test("a frame cannot come from the future; a late one does not set the clock back", () => {
  let local = 1000;
  const clock = new ServerClock(() => local);
  clock.frame(6000);
  assert.equal(clock.now(), 6000);
  local = 2000;
  clock.frame(6500); // half a second on its way
  assert.equal(clock.now(), 7000);
});

test("a pong's moment lies in the middle of its way", () => {
  let local = 1000;
  const clock = new ServerClock(() => local);
  local = 1200;
  clock.pong(1000, 9100);
  assert.equal(clock.now(), 9200);
  assert.equal(clock.slow, false);
});

test("a pong after more than two seconds says the connection is slow, not what time it is", () => {
  let local = 1000;
  const clock = new ServerClock(() => local);
  clock.frame(1000);
  local = 3500;
  clock.pong(1000, 9000);
  assert.equal(clock.slow, true);
  assert.equal(clock.now(), 3500);
  local = 3600;
  clock.pong(3500, 3550);
  assert.equal(clock.slow, false);
});

test("whole seconds, begun ones counted, never below zero", () => {
  assert.equal(secondsLeft(75_000, 0), 75);
  assert.equal(secondsLeft(75_000, 1), 75);
  assert.equal(secondsLeft(75_000, 74_001), 1);
  assert.equal(secondsLeft(75_000, 75_000), 0);
  assert.equal(secondsLeft(75_000, 99_000), 0);
});

test("the ring is full where more than a turn is left, and where turns have no end", () => {
  assert.equal(ringShare(30, 75), 0.4);
  assert.equal(ringShare(120, 75), 1);
  assert.equal(ringShare(60, 0), 1);
});

test("a countdown ticks when the second changes, and ends at zero", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const seen = [];
  countDown(2500, (seconds) => seen.push(seconds), Date.now);
  assert.deepEqual(seen, [3]);
  mock.timers.tick(499);
  assert.deepEqual(seen, [3]);
  mock.timers.tick(1);
  assert.deepEqual(seen, [3, 2]);
  for (let i = 0; i < 10; i += 1) mock.timers.tick(1000);
  assert.deepEqual(seen, [3, 2, 1, 0]);
});

test("a stopped countdown is silent", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const seen = [];
  countDown(9000, (seconds) => seen.push(seconds), Date.now)();
  mock.timers.tick(5000);
  assert.deepEqual(seen, [9]);
});

test("each warning is given once, also by a page that did not look at the very second", () => {
  const given = (...looks) => looks.filter((seconds, i) => isWarning(looks[i - 1] ?? Infinity, seconds));
  assert.deepEqual(given(22, 21, 20, 19, 11, 10, 9, 1, 0), [20, 10]);
  assert.deepEqual(given(22, 17, 16, 8, 7), [17, 8]);
  assert.deepEqual(given(75, 6, 5), [6], "one that comes too late for the first");
  assert.deepEqual(given(15, 10, 70, 20), [15, 10, 20], "a page that was opened late; after more time once more");
  assert.deepEqual(given(75, 1, 0), []);
});
