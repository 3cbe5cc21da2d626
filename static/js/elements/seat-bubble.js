/** @import { Reaction } from "../protocol.js" */
import { REACTIONS } from "../text.js";
import { Timers } from "../timers.js";

const STAYS_MS = 2500;

/** What somebody just said with one of the six reactions, at their seat, for a moment. Never read out. */
export class SeatBubble extends HTMLElement {
  #timers = new Timers();

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("aria-hidden", "true");
  }

  /** @param {Reaction} reaction */
  show(reaction) {
    this.textContent = REACTIONS[reaction] ?? "";
    this.hidden = this.textContent === "";
    this.#timers.set("hide", STAYS_MS, () => (this.hidden = true));
  }
}

customElements.define("seat-bubble", SeatBubble);
