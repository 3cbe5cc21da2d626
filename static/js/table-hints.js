/** @import { FirstHint } from "./elements/first-hint.js" */
/** @import { GameEvent } from "./protocol.js" */
/** @import { TableModel } from "./seats.js" */
import { Hints, moments } from "./hints.js";
import { hintText } from "./text-hints.js";

/** Puts the hint of the moment in its place: at the table, or on the scores between rounds. */
export class TableHints {
  #hints = new Hints();

  /** @param {{ table: FirstHint, sheet: FirstHint }} places */
  constructor(places) {
    this.places = places;
  }

  /** @param {TableModel} model @param {GameEvent[]} events the game so far @param {string} page */
  update(model, events, page) {
    if (!this.#hints.update(moments(model, events, page), page)) return;
    const { shown } = this.#hints;
    const { table, sheet } = this.places;
    for (const place of [table, sheet]) place.hide();
    if (shown) (shown === "score" ? sheet : table).show(shown, hintText(shown, model, events));
  }

  dismiss() {
    this.#hints.dismiss();
    for (const place of Object.values(this.places)) place.hide();
  }
}
