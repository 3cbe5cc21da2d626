/** @import { Reaction } from "../protocol.js" */
import { REACTIONS } from "../text.js";

const STAYS_MS = 2500;

/** What somebody just said with one of the six reactions, at their seat, for a moment. Never read out. */
export class SeatBubble extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #quiet;

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("aria-hidden", "true");
  }

  /** @param {Reaction} reaction */
  show(reaction) {
    clearTimeout(this.#quiet);
    this.textContent = REACTIONS[reaction] ?? "";
    this.hidden = this.textContent === "";
    this.#quiet = setTimeout(() => (this.hidden = true), STAYS_MS);
  }
}

customElements.define("seat-bubble", SeatBubble);
