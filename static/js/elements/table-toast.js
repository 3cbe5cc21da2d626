import { speak } from "../tell.js";
import { tempo } from "../tempo.js";
import { Timers } from "../timers.js";

const STAYS_MS = 4000;
const OUT_MS = 120;

/** A remark that passes: stays four seconds, longer while the pointer or the focus rests on it. */
export class TableToast extends HTMLElement {
  #timers = new Timers();
  /** @type {Animation | null} */
  #going = null;

  connectedCallback() {
    this.hidden = true;
    this.tabIndex = 0;
    for (const held of ["pointerenter", "focus"]) this.addEventListener(held, () => this.#stay());
    for (const free of ["pointerleave", "blur"]) this.addEventListener(free, () => this.#leaveSoon());
  }

  /** @param {string} sentence */
  show(sentence) {
    this.#stay();
    this.textContent = sentence;
    this.hidden = false;
    speak(sentence);
    this.#leaveSoon();
  }

  #stay() {
    this.#timers.stop("hide");
    this.#going?.cancel();
  }

  #leaveSoon() {
    if (this.matches(":hover, :focus")) return;
    this.#timers.set("hide", STAYS_MS, () => this.#leave());
  }

  #leave() {
    this.#going = this.animate([{ opacity: 1 }, { opacity: 0 }], OUT_MS * (tempo() || 1));
    this.#going.onfinish = () => (this.hidden = true);
  }
}

customElements.define("table-toast", TableToast);
