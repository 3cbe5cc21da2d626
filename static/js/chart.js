/** Where the lines of the score history run. Pure arithmetic, in pixels. */

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ seat: number, points: Point[], label: number }} Line `label`: the middle of its label, from the top
 * @typedef {{ lines: Line[], rounds: { at: number, round: number }[], totals: { at: number, total: number }[] }} Plot
 */

/** Rounds named below the chart at most, and totals named beside it. */
const MOST_NAMES = 9;
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];
const MOST_STEPS = 5;
/** A goal is shown once somebody has come this part of the way. */
const GOAL_IN_SIGHT = 0.55;

/**
 * Everybody's totals from the start on: one number more than rounds.
 * @param {number[][]} rounds the points of each round by seat
 * @returns {number[][]} by seat
 */
export function totalsBySeat(rounds) {
  const seats = rounds[0]?.length ?? 0;
  return Array.from({ length: seats }, (_, seat) =>
    rounds.reduce((totals, round) => [...totals, (totals.at(-1) ?? 0) + (round[seat] ?? 0)], [0]),
  );
}

/**
 * Moves labels apart, as little as needed, so that each keeps its room between `top` and `bottom`.
 * @param {number[]} wanted where they would stand @param {number} room @param {number} top @param {number} bottom
 * @returns {number[]}
 */
export function spread(wanted, room, top, bottom) {
  const order = wanted.map((_, i) => i).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const placed = [...wanted];
  let edge = top;
  for (const i of order) {
    placed[i] = Math.max(placed[i] ?? 0, edge + room / 2);
    edge = (placed[i] ?? 0) + room / 2;
  }
  edge = bottom;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i] ?? 0, edge - room / 2);
    edge = (placed[i] ?? 0) - room / 2;
  }
  return placed;
}

/** Round totals for the scale, from 0 to `top` or less. @param {number} top @returns {number[]} */
function scaleOf(top) {
  const step = STEPS.find((size) => top / size <= MOST_STEPS) ?? Math.ceil(top / MOST_STEPS / 1000) * 1000;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
}

/**
 * Lines, labels and scales for an area of the given size.
 * @param {number[][]} totals by seat @param {number | null} goal @param {{ width: number, height: number, room: number }} area
 *   `room`: the height of a label
 * @returns {Plot}
 */
export function plot(totals, goal, { width, height, room }) {
  const best = Math.max(1, ...totals.flat());
  const top = goal !== null && best >= goal * GOAL_IN_SIGHT ? Math.max(best, goal) : best;
  const rounds = Math.max(1, (totals[0]?.length ?? 1) - 1);
  const x = (/** @type {number} */ round) => (round / rounds) * width;
  const y = (/** @type {number} */ total) => height - (Math.max(0, total) / top) * height;
  const labels = spread(
    totals.map((line) => y(line.at(-1) ?? 0)),
    room,
    -room / 2,
    height + room / 2,
  );
  const named = Math.ceil(rounds / MOST_NAMES);
  return {
    lines: totals.map((line, seat) => ({
      seat,
      points: line.map((total, round) => ({ x: x(round), y: y(total) })),
      label: labels[seat] ?? 0,
    })),
    rounds: Array.from({ length: rounds }, (_, i) => i + 1)
      .filter((round) => (rounds - round) % named === 0)
      .map((round) => ({ round, at: x(round) })),
    totals: scaleOf(top).map((total) => ({ total, at: y(total) })),
  };
}
