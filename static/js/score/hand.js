/**
 * A hand of real cards, as somebody taps it in, and what it scores: the same as engine/scoring.py says.
 *
 * As text a hand is its cards, `12 9 +4 x2`; or `bust`; or `=45` where only the points were typed.
 * @typedef {{ numbers: number[], modifiers: string[], bust: boolean, typed: number | null }} Hand
 * @typedef {{ numbers: number, doubled: boolean, plus: number, bonus: number }} Tally `numbers` are not doubled yet
 */

export const NUMBERS = Object.freeze(Array.from({ length: 13 }, (_, number) => number));
export const MODIFIERS = Object.freeze(["+2", "+4", "+6", "+8", "+10", "x2"]);
const BONUS = 15;
const SEVEN = 7;
const DECK_PLAYERS = 18;

/** @type {Readonly<Hand>} */
export const EMPTY = Object.freeze({ numbers: [], modifiers: [], bust: false, typed: null });

/** @param {string} text @returns {Hand} */
export function readHand(text) {
  if (text === "bust") return { ...EMPTY, bust: true };
  if (text.startsWith("=")) return { ...EMPTY, typed: Number(text.slice(1)) };
  const cards = text.split(" ").filter(Boolean);
  const modifiers = cards.filter((card) => MODIFIERS.includes(card));
  return { ...EMPTY, numbers: cards.filter((card) => !modifiers.includes(card)).map(Number), modifiers };
}

/** @param {Hand} hand */
export function writeHand({ numbers, modifiers, bust, typed }) {
  if (bust) return "bust";
  return typed === null ? [...numbers, ...modifiers].join(" ") : `=${typed}`;
}

/** @param {Hand} hand */
export const isFlip7 = ({ numbers, bust }) => !bust && numbers.length >= SEVEN;

/** How the hand adds up; zeros for a bust, and where the points were typed. @param {Hand} hand @returns {Tally} */
export function tally(hand) {
  return {
    numbers: hand.numbers.reduce((sum, number) => sum + number, 0),
    doubled: hand.modifiers.includes("x2"),
    plus: hand.modifiers.filter((card) => card !== "x2").reduce((sum, card) => sum + Number(card), 0),
    bonus: isFlip7(hand) ? BONUS : 0,
  };
}

/** @param {Hand} hand */
export function pointsOf(hand) {
  if (hand.bust) return 0;
  if (hand.typed !== null) return hand.typed;
  const { numbers, doubled, plus, bonus } = tally(hand);
  return numbers * (doubled ? 2 : 1) + plus + bonus;
}

/** The most a round can bring: the seven highest numbers doubled, each plus card, and the bonus. */
export const MOST_TYPED = pointsOf({ ...EMPTY, numbers: NUMBERS.slice(-SEVEN), modifiers: [...MODIFIERS] });

/** Whether a further digit can follow these points; 18 to 99 are whole with two, as no hand brings 180. @param {number} points */
export const canGrow = (points) => points * 10 <= MOST_TYPED;

/** A number is put down or taken away; an eighth is none, since seven end the round. @param {Hand} hand @param {number} number @returns {Hand} */
export function tapNumber({ numbers, modifiers }, number) {
  const others = numbers.filter((other) => other !== number);
  const isNew = others.length === numbers.length && numbers.length < SEVEN;
  return { ...EMPTY, modifiers, numbers: isNew ? [...numbers, number] : others };
}

/** @param {Hand} hand @param {string} card @returns {Hand} */
export function tapModifier({ numbers, modifiers }, card) {
  const others = modifiers.filter((other) => other !== card);
  return { ...EMPTY, numbers, modifiers: others.length === modifiers.length ? [...modifiers, card] : others };
}

/** @param {string} text what somebody typed, in wide digits too @returns {Hand | null} null: no points that a hand could have */
export function typeIn(text) {
  const digits = text.normalize("NFKC").trim();
  if (digits === "") return { ...EMPTY };
  const points = Number(digits);
  return /^\d+$/.test(digits) && points <= MOST_TYPED ? { ...EMPTY, typed: points } : null;
}

/**
 * Why these hands cannot lie in front of so many players at once: kinds of card of which they have more than the deck
 * (two decks for more than 18 players), and how many have a Flip 7 where only one can.
 * @param {Hand[]} hands @param {number} players
 * @returns {{ cards: { card: string, used: number, copies: number }[], flips: number }}
 */
export function impossible(hands, players) {
  const decks = players > DECK_PLAYERS ? 2 : 1;
  /** @type {Map<string, number>} */
  const used = new Map();
  for (const card of hands.flatMap(({ numbers, modifiers }) => [...numbers.map(String), ...modifiers])) {
    used.set(card, (used.get(card) ?? 0) + 1);
  }
  const cards = [...used].map(([card, count]) => ({ card, used: count, copies: copiesOf(card) * decks }));
  const flips = hands.filter(isFlip7).length;
  return { cards: cards.filter(({ used: count, copies }) => count > copies), flips: flips > 1 ? flips : 0 };
}

/** How many of a card one deck has: a number as many as it says, the 0 and each modifier once. @param {string} card */
const copiesOf = (card) => (MODIFIERS.includes(card) ? 1 : Math.max(1, Number(card)));
