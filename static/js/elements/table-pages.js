/** @import { Wish } from "../act.js" */
/** @import { GameEvent, View } from "../protocol.js" */
/** @import { TableModel } from "../seats.js" */
import { ownDecision } from "../seats.js";
import { GameOver } from "./game-over.js";
import { ScoreSheet } from "./score-sheet.js";

/**
 * What stands in the table's place: the scores between rounds, and the end of the game. The scores may stay open over
 * the next round; they make way when their reader was ready, only watches, or has to decide.
 */
export class TablePages extends HTMLElement {
  #sheet = new ScoreSheet();
  #over = new GameOver();
  /** The view when the round was over. @type {View | null} */
  #finished = null;
  #open = false;
  #wasReady = false;
  /** Which page came in by itself last; it does so once. */
  #entered = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.#sheet.hidden = this.#over.hidden = true;
    this.append(this.#sheet, this.#over);
    this.addEventListener("see-table", () => this.seeTable());
    this.#sheet.addEventListener("act", (event) => {
      const { command } = /** @type {CustomEvent<Wish>} */ (event).detail;
      this.#wasReady ||= command.do === "ready";
    });
  }

  /** @param {TableModel} model @param {GameEvent[]} events the game so far */
  update({ view, truth, me }, events) {
    const over = view.phase === "game_over" && view.sheet.length > 0;
    if (view.phase === "round_over" && view.sheet.length > 0) {
      if (this.#finished?.round !== view.round) {
        this.#open = true;
        this.#wasReady = false;
      }
      this.#finished = view;
    }
    if (over) this.#open = false;
    const between = truth.phase === "round_over";
    if (between) this.#wasReady ||= me !== null && (truth.seats[me]?.ready ?? false);
    else if (this.#wasReady || me === null || ownDecision(truth, me))
      this.#open = this.#open && view.phase === "round_over";
    if (!between && view.phase !== "round_over" && !this.#open) this.#finished = null;
    if (over) this.#over.update(view, truth, me, events);
    else if (this.#finished && this.#open) this.#sheet.update(this.#finished, truth, me);
    const first = this.parentElement?.dataset.page === undefined;
    const page = over ? "over" : this.#open && this.#finished ? "sheet" : "table";
    this.#show(page);
    if (page !== "table") this.#enter(page, over ? view : this.#finished, first);
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

  seeTable() {
    this.#open = false;
    this.#show("table");
  }

  showSheet() {
    this.#open = this.#finished !== null;
    this.dispatchEvent(new CustomEvent("page-changed", { bubbles: true }));
  }

  /** @param {"table" | "sheet" | "over"} page */
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

  /** Watchers may take a seat from every page. @param {Element} table @param {"table" | "sheet" | "over"} page */
  #placeWatching(table, page) {
    const panel = table.querySelector("watch-panel");
    if (!panel) return;
    if (page === "table") table.querySelector(".me")?.append(panel);
    else (page === "sheet" ? this.#sheet : this.#over).querySelector(".foot")?.before(panel);
  }
}

customElements.define("table-pages", TablePages);
