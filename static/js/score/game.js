/**
 * A game with real cards: who plays, what ends it, and everybody's hand in each round. Functions from a game to a game.
 * @typedef {{
 *   players: string[],
 *   length: "points" | "rounds",
 *   points: number,
 *   rounds: number,
 *   dealer: number,
 *   hands: (string | null)[][],
 * }} Game `players` clockwise; `dealer`: of the first round; `hands`: as texts by round and seat, null: not yet
 * @typedef {{ round: number, seat: number }} Place a hand's; both count from 0
 */
import { impossible, pointsOf, readHand } from "./hand.js";

export const FEWEST = 2;
export const MOST = 18;
/** Rounds a game can have: more are not shared (docs/protocol.md), so no more are begun. */
export const MOST_ROUNDS = 60;
/** The goals there are, from the least to the most, and what is proposed. */
export const GOALS = Object.freeze({ points: { least: 50, most: 500, usual: 200 }, rounds: { least: 1, most: 20, usual: 5 } });

/** @param {(string | null)[]} hands of one round */
const isWhole = (hands) => hands.every((hand) => hand !== null);

/** The rounds everybody's hand is known of. @param {Game} game */
export const finished = ({ hands }) => hands.filter(isWhole).length;

/** @param {Game} game @param {Place} place @returns {number | null} null: not yet */
export function scoreAt({ hands }, { round, seat }) {
  const text = hands[round]?.[seat] ?? null;
  return text === null ? null : pointsOf(readHand(text));
}

/** Everybody's points in the finished rounds. @param {Game} game */
export function totals({ players, hands }) {
  const rounds = hands.filter(isWhole);
  return players.map((_, seat) => rounds.reduce((sum, round) => sum + pointsOf(readHand(round[seat] ?? "")), 0));
}

/** Who has the most, all of them. @param {Game} game */
export function leaders(game) {
  const sums = totals(game);
  const best = Math.max(...sums);
  return sums.flatMap((total, seat) => (total === best ? [seat] : []));
}

/** Whether the goal is reached; a tie at the top may still need further rounds. @param {Game} game */
export function isReached(game) {
  if (game.length === "rounds") return finished(game) >= game.rounds;
  return Math.max(...totals(game)) >= game.points;
}

/** Who has won, null while the game goes on, also where the top is tied. @param {Game} game */
export function winner(game) {
  const [first, ...tied] = leaders(game);
  return first !== undefined && isReached(game) && tied.length === 0 ? first : null;
}

/** The round that is played, counted from 0; after the game the one that would come. @param {Game} game */
export function presentRound({ hands }) {
  const open = hands.findIndex((round) => !isWhole(round));
  return open === -1 ? hands.length : open;
}

/** @param {Game} game @param {number} round */
export const dealerOf = ({ dealer, players }, round) => (dealer + round) % players.length;

/** The player left of the dealer. @param {Game} game @param {number} round */
export const starterOf = (game, round) => dealerOf(game, round + 1);

/** The next hand to be tapped in, clockwise from who started. @param {Game} game @returns {Place | null} null: the game is over, or has all the rounds it can have */
export function nextPlace(game) {
  const round = presentRound(game);
  if (winner(game) !== null || round >= MOST_ROUNDS) return null;
  const first = starterOf(game, round);
  const seats = game.players.map((_, i) => (first + i) % game.players.length);
  const seat = seats.find((at) => (game.hands[round]?.[at] ?? null) === null);
  return seat === undefined ? null : { round, seat };
}

/**
 * Whether a player's hand has its place in a game: meanwhile another tab may have taken rounds back, or begun with others.
 * @param {Game} game @param {Place} place @param {string | undefined} who
 */
export const hasPlace = ({ players, hands }, { round, seat }, who) => players[seat] === who && round <= hands.length;

/** The same game with one hand put in. @param {Game} game @param {Place} place @param {string} hand @returns {Game} */
export function withHand(game, { round, seat }, hand) {
  const hands = game.hands.length > round ? [...game.hands] : [...game.hands, game.players.map(() => null)];
  hands[round] = (hands[round] ?? []).map((kept, at) => (at === seat ? hand : kept));
  return { ...game, hands };
}

/**
 * The hand that one step has put in where none was; null where the step was another: a change, other players.
 * @param {Game} before @param {Game} after @returns {string | null}
 */
export function addedHand(before, after) {
  const place = nextPlace(before);
  if (!place || !hasPlace(after, place, before.players[place.seat])) return null;
  const hand = after.hands[place.round]?.[place.seat] ?? null;
  const isSame = hand !== null && JSON.stringify(withHand(before, place, hand)) === JSON.stringify(after);
  return isSame ? hand : null;
}

/** A new game of the same players: the deal moves on. @param {Game} game @returns {Game} */
export const rematch = (game) => ({ ...game, dealer: dealerOf(game, game.hands.length), hands: [] });

/** Why the hands of a round cannot come from the deck. @param {Game} game @param {number} round */
export function doubts({ players, hands }, round) {
  const known = (hands[round] ?? []).filter((hand) => hand !== null);
  return impossible(known.map(readHand), players.length);
}
