import { speak } from "../tell.js";

const STAYS_MS = 4000;

/** A remark that passes: stays four seconds, longer while the pointer rests on it. */
export class TableToast extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("aria-hidden", "true");
    this.onpointerenter = () => clearTimeout(this.#timer);
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.hidden = true), STAYS_MS);
  }
}

customElements.define("table-toast", TableToast);
