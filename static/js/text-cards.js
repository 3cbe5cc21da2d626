/** Names of the 22 card kinds, as written on their faces and as spoken. */

/** @type {Readonly<Record<string, string>>} */
const ACTION_NAMES = { freeze: "Freeze", flip_three: "Flip Three", second_chance: "Second Chance" };

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
  if (card === "back") return "Face-down card";
  return ACTION_NAMES[card] ?? card.replace("+", "plus ").replace("x", "times ");
}
