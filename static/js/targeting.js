/** @import { Command, TargetDecision, View } from "./protocol.js" */
import { fill } from "./phrase.js";
import { targetLabel, targetNote } from "./dock-plan.js";
import { Guard } from "./guard.js";
import { ownDecision } from "./seats.js";
import { settings } from "./settings.js";
import { QUESTION } from "./text.js";

/** Whether a seat was chosen by a mouse, not by a finger or a key. @param {MouseEvent} click */
function isMouse(click) {
  const { pointerType } = /** @type {Partial<PointerEvent>} */ (click);
  if (pointerType === undefined) return click.detail > 0 && matchMedia("(pointer: fine)").matches;
  return pointerType === "mouse";
}

/** @param {MouseEvent} click */
function actsAtOnce(click) {
  return settings.one_click === "mouse" ? isMouse(click) : settings.one_click === "always" && click.detail > 0;
}

/** The choice of a target, from the question to the answer. */
export class Targeting {
  /** The viewer's open question. @type {TargetDecision | null} */
  question = null;
  /** @type {number | null} */
  selected = null;
  #guard = new Guard();
  /** How many set-aside cards the present Flip Three has to hand out. */
  #asideCount = 0;

  /** @param {View} truth @param {number | null} me */
  update(truth, me) {
    const decision = ownDecision(truth, me);
    const question = decision?.kind === "target" ? decision : null;
    if (question?.id !== this.question?.id) this.selected = null;
    this.question = question;
    this.#guard.means(question ? `target ${question.card}` : "", question?.id ?? null);
    const waiting = this.#waiting(truth, me);
    if (!question) this.#asideCount = 0;
    else if (waiting > 0) this.#asideCount = Math.max(this.#asideCount, waiting + 1);
  }

  /** `1 of 2 set-aside cards`, where more than one waits. @param {View} truth @param {number | null} me */
  aside(truth, me) {
    if (this.#asideCount === 0) return "";
    return fill(QUESTION.aside, { nth: this.#asideCount - this.#waiting(truth, me), count: this.#asideCount });
  }

  /** What the question makes of a seat. @param {View} truth @param {number} seat */
  pick(truth, seat) {
    if (!this.question) return null;
    const { card, choices } = this.question;
    const label = `${targetLabel(truth, seat, card, null)}, ${targetNote(truth, seat, card)}`;
    return { legal: choices.includes(seat), selected: this.selected === seat, label };
  }

  /**
   * A click on a seat: the command it amounts to, or null where it only selects.
   * @param {number} seat @param {MouseEvent} click
   * @returns {Command | null}
   */
  click(seat, click) {
    if (this.#guard.blocks(click)) return null;
    return this.#choose(seat, actsAtOnce(click) || (click.detail === 0 && this.selected === seat));
  }

  /**
   * A digit: selects the seat, or confirms it the second time; at a table of ten and more, where it may be the first of
   * two digits, it only selects.
   * @param {number} seat @param {boolean} [confirms]
   * @returns {Command | null}
   */
  digit(seat, confirms = true) {
    return this.#choose(seat, confirms && this.selected === seat);
  }

  /**
   * The next or the previous seat that may be chosen, in the order they are shown; whether there is a choice.
   * @param {number[]} order @param {1 | -1} step
   */
  move(order, step) {
    const choices = order.filter((seat) => this.question?.choices.includes(seat));
    if (choices.length === 0) return false;
    const at = choices.indexOf(this.selected ?? -1);
    this.selected = choices.at((at < 0 ? Math.min(0, step) : at + step) % choices.length) ?? null;
    return true;
  }

  /** @param {number} seat @param {boolean} sure @returns {Command | null} */
  #choose(seat, sure) {
    if (!this.question?.choices.includes(seat)) return null;
    this.selected = seat;
    return sure ? { do: "target", decision: this.question.id, target: seat } : null;
  }

  /** @param {View} truth @param {number | null} me */
  #waiting(truth, me) {
    const innermost = truth.set_aside.at(-1);
    return innermost?.seat === me ? (innermost?.cards.length ?? 0) : 0;
  }
}
