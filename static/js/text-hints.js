/** @import { Hint, Scene } from "./hints.js" */
/** @import { GameEvent, SheetRow, View } from "./protocol.js" */
import { chainedTurn } from "./hints.js";
import { fill, oneOf, sentences } from "./phrase.js";
import { nameOf } from "./seats.js";
import { cardFace } from "./text-cards.js";
import { HINT } from "./text.js";

/** A round as a sum: `(12 + 8) × 2 + 4`. @param {string[]} numbers @param {SheetRow} row */
function sum(numbers, { doubled, plus, bonus }) {
  const added = numbers.join(" + ");
  const base = doubled ? `${numbers.length > 1 ? `(${added})` : added} × 2` : added;
  return [...(base ? [base] : []), ...(plus ? [String(plus)] : []), ...(bonus ? [String(bonus)] : [])].join(" + ");
}

/** The viewer's own round as the example, where it has something to add up. @param {View} view when the round was over @param {number} me */
function scoreText(view, me) {
  const seat = view.seats[me];
  const row = view.sheet[me];
  if (!seat || !row) return "";
  const added = seat.round_score > 0 ? fill(HINT.score.sum, { sum: sum(seat.numbers, row), round: seat.round_score }) : "";
  const own = seat.status === "busted" ? HINT.score.busted : added;
  const { length, points, rounds } = view.rules;
  return sentences(own, fill(HINT.score[length], { points, rounds }));
}

/**
 * What a hint says at its moment.
 * @param {Hint} hint @param {Scene} scene @param {GameEvent[]} events the game so far
 */
export function hintText(hint, { view, truth, me }, events) {
  const seat = truth.seats[me ?? -1];
  if (hint === "duplicate") {
    return fill(HINT.duplicate, { cards: oneOf((seat?.numbers ?? []).map(cardFace)) });
  }
  if (hint === "next") {
    const who = nameOf(truth, truth.decision?.seat ?? -1, me);
    return fill(HINT.next, { by: nameOf(truth, chainedTurn(events) ?? -1, me), who });
  }
  return hint === "score" ? scoreText(view, me ?? -1) : HINT[hint];
}
