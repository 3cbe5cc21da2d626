/** @import { Card } from "../protocol.js" */
/** @import { TableModel } from "../seats.js" */
import { el, say } from "../dom.js";
import { counted, fill, listed } from "../phrase.js";
import { isYou, nameOf } from "../seats.js";
import { cardFace } from "../text-cards.js";
import { TRAY } from "../text.js";
import { align, card } from "./cards-row.js";

const CARDS = 3;

/** A Flip Three under way: three places that fill from the left, and what is set aside until the third. */
export class FlipThreeTray extends HTMLElement {
  #steps = el("ol", { class: "step", role: "list" });
  #title = el("b");
  #note = el("span");
  #aside = el("ul", { role: "list" });
  #corner = el("div", { class: "aside" }, this.#aside, el("span", {}, TRAY.aside));

  connectedCallback() {
    if (this.firstChild) return;
    this.hidden = true;
    this.setAttribute("role", "group");
    this.append(this.#steps, el("p", {}, this.#title, " ", this.#note), this.#corner);
  }

  /** @param {TableModel} model */
  update({ view, me }) {
    const three = view.flip_three;
    this.hidden = three === null;
    if (!three) return;
    const { seat, left, cards } = three;
    const busted = view.seats[seat]?.status === "busted" && left > 0;
    const who = nameOf(view, seat, me);
    const waiting = view.set_aside.at(-1)?.seat === seat ? (view.set_aside.at(-1)?.cards ?? []) : [];
    this.setAttribute(
      "aria-label",
      fill(isYou(seat, me) ? TRAY.label.you : TRAY.label.other, { who, nth: Math.max(1, CARDS - left) }),
    );
    this.classList.toggle("closed", busted);
    this.#showSteps(cards);
    say(this.#title, fill(isYou(seat, me) ? TRAY.title.you : TRAY.title.other, { who }));
    say(this.#note, busted ? TRAY.closed : waiting.length > 0 ? waitNote(waiting) : counted(TRAY.left, left));
    this.#corner.hidden = waiting.length === 0;
    align(
      this.#aside,
      waiting,
      (item, kind) => item.getAttribute("data-card") === kind,
      (kind) => el("li", { "data-card": kind }, card(kind, "mini")),
    );
  }

  /** @param {Card[]} cards */
  #showSteps(cards) {
    const places = Array.from({ length: CARDS }, (_, i) => cards[i] ?? String(-1 - i));
    align(
      this.#steps,
      places,
      (item, place) => item.getAttribute("data-place") === place,
      (place) => {
        const empty = place.startsWith("-");
        const item = el("li", { "data-place": place, class: empty ? "nxt" : "" });
        item.append(empty ? place.slice(1) : card(/** @type {Card} */ (place), "full"));
        return item;
      },
    );
  }
}

/** @param {Card[]} cards */
function waitNote(cards) {
  return fill(cards.length === 1 ? TRAY.waits : TRAY.wait, { cards: listed(cards.map(cardFace)) });
}

customElements.define("flip-three-tray", FlipThreeTray);
