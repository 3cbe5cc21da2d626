/** What the score page says. */
/** @import { Game } from "./game.js" */
/** @import { Hand } from "./hand.js" */
import { counted, fill, listed, sentences, written } from "../phrase.js";
import { cardFace } from "../text-cards.js";
import { words } from "../words.js";
import { doubts, finished, isReached, leaders, totals, winner } from "./game.js";
import { pointsOf, tally } from "./hand.js";

export const SAID = words.tracker;

/** Where the game stands, in one line. @param {Game} game */
export function headline(game) {
  const first = leaders(game);
  const total = Math.max(...totals(game));
  const who = game.players[first[0] ?? 0] ?? "";
  if (winner(game) !== null) return fill(SAID.wins, { who, total });
  if (finished(game) === 0) return roundName(game, 0);
  if (first.length === 1) return fill(SAID.leads, { who, total });
  if (isReached(game)) return fill(SAID.tie, { total });
  return fill(SAID.shared, { names: listed(first.map((seat) => game.players[seat] ?? "")), total });
}

/** @param {Game} game @param {number} round from 0 */
export function roundName(game, round) {
  const isLimited = game.length === "rounds" && round < game.rounds;
  return isLimited ? fill(SAID.round_of, { round: round + 1, rounds: game.rounds }) : fill(SAID.round, { round: round + 1 });
}

/** How a hand adds up, `46 ×2 +4 +15 Flip 7`; nothing where it is only its numbers. @param {Hand} hand */
export function sum(hand) {
  if (hand.bust) return SAID.bust;
  if (hand.typed !== null) return SAID.sum_typed;
  const { numbers, doubled, plus, bonus } = tally(hand);
  if (hand.numbers.length + hand.modifiers.length === 0) return SAID.sum_none;
  const parts = [doubled && cardFace("x2"), plus > 0 && `+${plus}`, bonus > 0 && SAID.sum_flip7].filter(Boolean);
  return parts.length > 0 ? [written(numbers), ...parts].join(" ") : "";
}

/** @param {Hand} hand */
export const pointsText = (hand) => counted(SAID.sum_points, pointsOf(hand));

/** What a hand brings, and to whom: `Ann: 24 points`. @param {string} who @param {Hand} hand */
export const tookText = (who, hand) => fill(SAID.took, { who, points: pointsText(hand) });

/** Why the hands of a round cannot be right; empty where they can. @param {Game} game @param {number} round */
export function doubtText(game, round) {
  const { cards, flips } = doubts(game, round);
  const said = cards.map(({ card, used, copies }) => counted(SAID.doubt, copies, { card: cardFace(card), used }));
  return sentences(...said, flips > 0 ? fill(SAID.doubt_flips, { count: flips }) : "");
}
