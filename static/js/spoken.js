/** @import { View } from "./protocol.js" */
/** @import { TableModel } from "./seats.js" */
import { fill, listed, sentences } from "./phrase.js";
import { isYou, nameOf, ownDecision, twoDigits } from "./seats.js";
import { DEVICE } from "./text-lobby.js";
import { cardName } from "./text-cards.js";
import { HEADING, QUESTION, SPOKEN, TIMER, TITLE } from "./text.js";

/**
 * What is said to the viewer when a decision becomes theirs; empty for everybody else.
 * @param {View} view @param {number | null} me
 */
export function promptSpoken(view, me) {
  const said = ownPrompt(view, me);
  const who = view.seats[me ?? -1]?.name ?? "";
  return me === null || isYou(me, me) ? said : fill(DEVICE.prompt, { who, prompt: said });
}

/** @param {View} view @param {number | null} me */
function ownPrompt(view, me) {
  const decision = ownDecision(view, me);
  const seat = me === null ? undefined : view.seats[me];
  if (!seat || !decision) return "";
  if (decision.kind === "target") return fill(SPOKEN.question, QUESTION[decision.card]);
  const cards = [...seat.numbers, ...seat.modifiers, ...(seat.second_chance ? ["second_chance"] : [])].map(cardName);
  if (cards.length === 0) return SPOKEN.your_turn_empty;
  return fill(SPOKEN.your_turn, { cards: listed(cards), score: seat.round_score });
}

/**
 * `Rook selected. Press again or Enter to confirm.`
 * @param {Pick<TableModel, "truth" | "me">} model @param {number} seat @param {boolean} chosen or it cannot be
 */
export function choiceSpoken({ truth, me }, seat, chosen) {
  const selected = twoDigits(truth) ? SPOKEN.selected_enter : SPOKEN.selected;
  return fill(chosen ? selected : SPOKEN.not_eligible, { who: nameOf(truth, seat, me) });
}

/**
 * `20 seconds left. Press T for 60 more.`
 * @param {number} seconds @param {boolean} more whether more time can be had
 */
export function warningSpoken(seconds, more) {
  const left = fill(TIMER.spoken_left, { seconds });
  return sentences(left, more ? TIMER.spoken_more : "");
}

/** The hidden heading that names the state. @param {View} view @param {number | null} me */
export function heading(view, me) {
  const { decision, round } = view;
  if (!decision || decision.seat === null) return fill(HEADING.wait, { round });
  const who = nameOf(view, decision.seat, null);
  if (!ownDecision(view, me)) return fill(decision.kind === "turn" ? HEADING.turn : HEADING.choosing, { round, who });
  return decision.kind === "target" ? HEADING.choose[decision.card] : fill(HEADING.your_turn, { round });
}

/** The page's title. @param {View} view @param {number | null} me */
export function title(view, me) {
  const { decision, phase, round } = view;
  if (phase === "round_over") return fill(TITLE.round_over, { round });
  if (phase === "game_over") return TITLE.game_over;
  if (!decision || decision.seat === null) return TITLE.plain;
  if (ownDecision(view, me)) return decision.kind === "turn" ? TITLE.your_turn : TITLE.choose;
  return fill(TITLE.turn, { who: nameOf(view, decision.seat, null) });
}
