/** @import { TableModel } from "../seats.js" */
import { el, say } from "../dom.js";
import { fill, written } from "../phrase.js";
import { TABLE } from "../text.js";
import { card } from "./cards-row.js";

/** How many cards lie on the discard pile. @param {import("../protocol.js").View} view */
function discardCount(view) {
  return Object.values(view.discard).reduce((sum, count) => sum + count, 0);
}

/** Draw pile and discard pile in the middle of the table. */
export class DrawPile extends HTMLElement {
  #draw = el("b");
  #discard = el("b");
  #top = el("div", { class: "disc" });

  connectedCallback() {
    if (this.firstChild) return;
    const pile = el("div", { class: "pile", "aria-hidden": "true" }, ...[1, 2, 3].map(() => card("back", "full")));
    this.append(
      el("figure", {}, pile, el("figcaption", {}, `${TABLE.draw} `, this.#draw)),
      el("figure", {}, this.#top, el("figcaption", {}, `${TABLE.discard} `, this.#discard)),
    );
  }

  /** @param {TableModel} model */
  update({ view }) {
    say(this.#draw, written(view.draw_count));
    say(this.#discard, written(discardCount(view)));
    const top = view.discard_top ?? "";
    this.classList.toggle("drained", view.draw_count === 0);
    if (this.#top.dataset.card === top) return;
    this.#top.dataset.card = top;
    this.#top.replaceChildren(view.discard_top ? card(view.discard_top, "full") : el("span", { class: "slot" }));
    this.#top.setAttribute("aria-hidden", String(!view.discard_top));
  }
}

/** The two piles as small counts, for screens without room for cards. */
export class PileCounts extends HTMLElement {
  #draw = el("span", { role: "img" });
  #discard = el("span", { role: "img" });

  connectedCallback() {
    if (!this.firstChild) this.append(this.#draw, this.#discard);
  }

  /** @param {TableModel} model */
  update({ view }) {
    this.#show(this.#draw, view.draw_count, TABLE.draw_pile, "back-mini");
    this.#show(this.#discard, discardCount(view), TABLE.discard_pile, "back-mini d");
  }

  /** @param {HTMLElement} place @param {number} count @param {string} label @param {string} look */
  #show(place, count, label, look) {
    if (!place.firstChild) place.append(el("span", { class: look }), el("span"));
    place.setAttribute("aria-label", fill(label, { count }));
    if (place.lastElementChild) say(place.lastElementChild, written(count));
  }
}

customElements.define("draw-pile", DrawPile);
customElements.define("pile-counts", PileCounts);
