import { speak } from "../tell.js";
import { Timers } from "../timers.js";

const STAYS_MS = 4000;

/** A remark that passes: stays four seconds, longer while the pointer rests on it. */
export class TableToast extends HTMLElement {
  #timers = new Timers();

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("aria-hidden", "true");
    this.onpointerenter = () => this.#timers.stop("hide");
    this.onpointerleave = () => this.#leaveSoon();
  }

  /** @param {string} sentence */
  show(sentence) {
    this.textContent = sentence;
    this.hidden = false;
    speak(sentence);
    this.#leaveSoon();
  }

  #leaveSoon() {
    this.#timers.set("hide", STAYS_MS, () => (this.hidden = true));
  }
}

customElements.define("table-toast", TableToast);
