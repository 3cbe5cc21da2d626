/** Where the tokens of the race stand. Pure arithmetic, in pixels. */

/**
 * @typedef {{ seat: number, total: number, label: string }} Runner
 * @typedef {{ seat: number, label: string, low: boolean, tip: number, left: number }} Token
 *   `tip`: where the total is; `left`: where the label's middle is, moved aside where labels would cover each other
 */

const LETTER_PX = 7.2;
const FRAME_PX = 18;
const GAP_PX = 4;
/** How far labels may stand out before the lane's beginning. */
const BEFORE_PX = 14;

/** Half of what the number at an end of the line takes. */
const END_PX = 14;

/** @param {string} label */
const widthOf = (label) => label.length * LETTER_PX + FRAME_PX;

/**
 * Moves labels of one side apart, as little as needed.
 * @param {Token[]} tokens ascending @param {number} width of the lane
 */
function spread(tokens, width) {
  let edge = -BEFORE_PX;
  for (const token of tokens) {
    const half = widthOf(token.label) / 2;
    token.left = Math.max(token.left, edge + half);
    edge = token.left + half + GAP_PX;
  }
  edge = width + FRAME_PX * 2;
  for (const token of tokens.toReversed()) {
    const half = widthOf(token.label) / 2;
    token.left = Math.min(token.left, edge - half);
    edge = token.left - half - GAP_PX;
  }
}

/**
 * Tokens by rank, alternately above and below the line, none hiding another.
 * @param {Runner[]} runners @param {number} goal @param {number} width of the lane
 * @returns {Token[]}
 */
export function placeTokens(runners, goal, width) {
  const ranked = runners.toSorted((a, b) => a.total - b.total || a.seat - b.seat);
  const tokens = ranked.map(({ seat, total, label }, rank) => {
    const tip = Math.min(1, total / goal) * width;
    return { seat, label, low: rank % 2 === 1, tip, left: tip };
  });
  spread(
    tokens.filter((token) => !token.low),
    width,
  );
  spread(
    tokens.filter((token) => token.low),
    width,
  );
  return tokens;
}

/**
 * Whether a label below the line lies where the number of an end stands.
 * @param {Token[]} tokens @param {number} end
 */
export function covers(tokens, end) {
  return tokens.some(({ low, left, label }) => low && Math.abs(left - end) < widthOf(label) / 2 + END_PX);
}

/** A name as there is room for on a short lane. @param {string} name @param {number} most letters */
export function shortened(name, most) {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}
