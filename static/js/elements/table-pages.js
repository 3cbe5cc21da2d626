/** @import { Wish } from "../act.js" */
/** @import { GameEvent, View } from "../protocol.js" */
/** @import { TablePage } from "../page-choice.js" */
/** @import { TableModel } from "../seats.js" */
import { PageChoice } from "../page-choice.js";
import { GameOver } from "./game-over.js";
import { ScoreSheet } from "./score-sheet.js";

/** What stands in the table's place: the scores between rounds, and the end of the game. */
export class TablePages extends HTMLElement {
  #sheet = new ScoreSheet();
  #over = new GameOver();
  #choice = new PageChoice();
  /** Which page came in by itself last; it does so once. */
  #entered = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.#sheet.hidden = this.#over.hidden = true;
    this.append(this.#sheet, this.#over);
    this.addEventListener("see-table", () => this.#seeTable());
    this.#sheet.addEventListener("act", (event) => {
      const { command } = /** @type {CustomEvent<Wish>} */ (event).detail;
      if (command.do === "ready") this.#choice.ready();
    });
  }

  /** @param {TableModel} model @param {GameEvent[]} events the game so far */
  update(model, events) {
    const { view, truth, me } = model;
    const page = this.#choice.update(model);
    const { finished } = this.#choice;
    if (page === "over") this.#over.update(view, truth, me, events);
    else if (page === "sheet" && finished) this.#sheet.update(finished, truth, me);
    const first = this.parentElement?.dataset.page === undefined;
    this.#show(page);
    if (page !== "table") this.#enter(page, page === "over" ? view : finished, first);
  }

  /** @param {"sheet" | "over"} page @param {View | null} view what it shows @param {boolean} first the whole table is new */
  #enter(page, view, first) {
    const entered = `${page} ${view?.round}`;
    if (entered === this.#entered || !view) return;
    this.#entered = entered;
    if (first) return;
    if (page === "sheet") this.#sheet.enter(view);
    else this.#over.enter();
  }

  /** Where the scores are explained. */
  get hint() {
    return this.#sheet.hint;
  }

  #seeTable() {
    this.#choice.close();
    this.#show("table");
  }

  showSheet() {
    this.#choice.open();
    this.dispatchEvent(new CustomEvent("page-changed", { bubbles: true }));
  }

  /** @param {TablePage} page */
  #show(page) {
    const table = this.parentElement;
    if (!table || table.dataset.page === page) return;
    const focus = document.activeElement;
    const lost = focus === document.body || (focus !== null && table.querySelector(".play")?.contains(focus));
    const inside = this.contains(focus);
    const first = table.dataset.page === undefined;
    table.dataset.page = page;
    this.#sheet.hidden = page !== "sheet";
    this.#over.hidden = page !== "over";
    this.#placeWatching(table, page);
    if (page === "table" && inside) table.querySelector("turn-dock")?.dispatchEvent(new CustomEvent("take-focus"));
    if (page !== "table" && lost && !first) (page === "sheet" ? this.#sheet : this.#over).focusTitle();
  }

  /** Watchers may take a seat from every page. @param {Element} table @param {TablePage} page */
  #placeWatching(table, page) {
    const panel = table.querySelector("watch-panel");
    if (!panel) return;
    if (page === "table") table.querySelector(".me")?.append(panel);
    else (page === "sheet" ? this.#sheet : this.#over).querySelector(".foot")?.before(panel);
  }
}

customElements.define("table-pages", TablePages);
