import assert from "node:assert/strict";
import { test } from "node:test";
import { plot, spread, totalsBySeat } from "../../static/js/chart.js";

const AREA = { width: 300, height: 100, room: 18 };

test("totals run from the start and grow by every round", () => {
  assert.deepEqual(totalsBySeat([[10, 0], [5, 30]]), [[0, 10, 15], [0, 0, 30]]);
  assert.deepEqual(totalsBySeat([]), []);
});

test("lines begin at nothing and end at the right, the best at the top", () => {
  const { lines, totals, rounds } = plot(totalsBySeat([[15, 0], [9, 60]]), null, AREA);
  assert.deepEqual(lines[0].points, [{ x: 0, y: 100 }, { x: 150, y: 75 }, { x: 300, y: 60 }]);
  assert.equal(lines[1].points.at(-1).y, 0);
  assert.deepEqual(totals.map(({ total }) => total), [0, 20, 40, 60]);
  assert.deepEqual(rounds, [{ round: 1, at: 150 }, { round: 2, at: 300 }]);
});

test("the goal comes into sight when somebody gets near", () => {
  const far = plot([[0, 60]], 200, AREA);
  const near = plot([[0, 120]], 200, AREA);
  const beyond = plot([[0, 260]], 200, AREA);
  assert.equal(far.totals.at(-1).total, 60);
  assert.equal(near.totals.at(-1).total, 200);
  assert.equal(near.lines[0].points[1].y, 40);
  assert.equal(beyond.lines[0].points[1].y, 0);
  assert.ok(beyond.totals.some(({ total }) => total === 200));
});

test("however long a game is, its last round is named and no two names touch", () => {
  const { rounds } = plot([Array.from({ length: 31 }, (_, i) => i)], null, AREA);
  assert.equal(rounds.at(-1).round, 30);
  assert.ok(rounds.length <= 9);
});

test("a game without points, and a single round, still have a picture", () => {
  for (const rounds of [[[0, 0, 0]], [[7, 0, 0]]]) {
    const { lines } = plot(totalsBySeat(rounds), 200, AREA);
    assert.ok(lines.flatMap(({ points, label }) => [label, ...points.flatMap(({ x, y }) => [x, y])]).every(Number.isFinite));
  }
});

test("labels keep their order and room within their limits", () => {
  for (const wanted of [[50, 50, 50], [0, 0, 0], [100, 100, 99], [10, 90, 50], [3]]) {
    const placed = spread(wanted, 18, 0, 100);
    const sorted = placed.toSorted((a, b) => a - b);
    assert.ok(sorted.every((at, i) => i === 0 || at - sorted[i - 1] >= 18 - 1e-9), `${placed}`);
    assert.ok(sorted[0] >= 9 && sorted.at(-1) <= 91, `${placed}`);
  }
  const [low, high] = spread([60, 40], 18, 0, 100);
  assert.ok(low > high, "who is lower on the chart has the lower label");
});
