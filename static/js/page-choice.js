/** @import { View } from "./protocol.js" */
/** @import { TableModel } from "./seats.js" */
import { ownDecision } from "./seats.js";

/** @typedef {"table" | "sheet" | "over"} TablePage the table, the scores between rounds, or the end of the game */

/**
 * Which page there is to see. The scores may stay open over the next round; they make way when their reader was ready,
 * only watches, or has to decide.
 */
export class PageChoice {
  /** The view when the round was over; null where there are no scores to open. @type {View | null} */
  finished = null;
  #isOpen = false;
  #wasReady = false;

  /** @param {Pick<TableModel, "view" | "truth" | "me">} model @returns {TablePage} */
  update({ view, truth, me }) {
    const scored = view.sheet.length > 0;
    if (scored && view.phase === "round_over") this.#finish(view);
    const isOver = scored && view.phase === "game_over";
    if (isOver) this.#isOpen = false;
    const between = truth.phase === "round_over";
    if (between) this.#wasReady ||= me !== null && (truth.seats[me]?.ready ?? false);
    else if (this.#wasReady || me === null || ownDecision(truth, me)) this.#isOpen &&= view.phase === "round_over";
    if (!between && view.phase !== "round_over" && !this.#isOpen) this.finished = null;
    if (isOver) return "over";
    return this.#isOpen && this.finished ? "sheet" : "table";
  }

  /** A round is over: its scores open once. @param {View} view */
  #finish(view) {
    if (this.finished?.round !== view.round) {
      this.#isOpen = true;
      this.#wasReady = false;
    }
    this.finished = view;
  }

  /** Their reader is done with the scores. */
  ready() {
    this.#wasReady = true;
  }

  close() {
    this.#isOpen = false;
  }

  /** Opens the scores once more, if there are any. */
  open() {
    this.#isOpen = this.finished !== null;
  }
}
