/** Names of the 22 card kinds, as written on their faces and as spoken. */
import { fill } from "./phrase.js";
import { words } from "./words.js";

const { back, plus, times, ...actions } = words.cards;
/** @type {Readonly<Record<string, string>>} */
const ACTION_NAMES = actions;

/**
 * What is written on a card: `12`, `+4`, `×2`, `Flip Three`.
 * @param {string} card
 */
export function cardFace(card) {
  return ACTION_NAMES[card] ?? card.replace("x", "×");
}

/**
 * What is said for a card: `12`, `plus 4`, `times 2`, `Flip Three`.
 * @param {string} card
 */
export function cardName(card) {
  if (card === "back") return back;
  const number = card.slice(1);
  if (card.startsWith("+")) return fill(plus, { number });
  return card.startsWith("x") ? fill(times, { number }) : cardFace(card);
}
