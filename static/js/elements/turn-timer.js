import { countDown, ringShare, SOON_SECONDS } from "../clock.js";
import { el, say } from "../dom.js";
import { counted } from "../phrase.js";
import { TIMER } from "../text.js";

/**
 * A ring that empties with the time of a decision: `<turn-timer deadline="1718000075000" turn-seconds="75">`.
 * With `face` it shows that (a seat's number) instead of the seconds; without a deadline it is a plain disc.
 * Dispatches `second` (detail: seconds left) once a second. The server enforces the deadline.
 */
export class TurnTimer extends HTMLElement {
  static observedAttributes = ["deadline", "turn-seconds", "face"];

  #number = el("b");
  #unit = el("small", {}, TIMER.unit);
  #stop = () => {};

  connectedCallback() {
    this.classList.add("seatno");
    if (!this.firstChild) this.append(this.#number, this.#unit);
    this.#start();
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#start();
  }

  #start() {
    this.#stop();
    const deadline = this.getAttribute("deadline");
    const face = this.getAttribute("face");
    this.classList.toggle("ring", deadline !== null);
    this.#unit.hidden = deadline === null || face !== null;
    if (face !== null) say(this.#number, face);
    if (deadline === null) {
      this.classList.remove("soon");
      this.removeAttribute("role");
      this.removeAttribute("aria-label");
      return;
    }
    this.#stop = countDown(Number(deadline), (seconds) => this.#show(seconds, face));
  }

  /** @param {number} seconds @param {string | null} face */
  #show(seconds, face) {
    this.style.setProperty("--p", String(ringShare(seconds, Number(this.getAttribute("turn-seconds")))));
    this.classList.toggle("soon", seconds <= SOON_SECONDS);
    if (face === null) {
      say(this.#number, String(seconds));
      this.setAttribute("role", "timer");
      this.setAttribute("aria-label", counted(TIMER.label, seconds));
    }
    this.dispatchEvent(new CustomEvent("second", { detail: seconds }));
  }
}

/**
 * Gives a timer what it counts down to.
 * @param {Element} timer @param {number | null} deadline @param {number} turnSeconds @param {string | null} face
 */
export function setTimer(timer, deadline, turnSeconds, face) {
  const wanted = { deadline: deadline === null ? null : String(deadline), "turn-seconds": String(turnSeconds), face };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === timer.getAttribute(name)) continue;
    if (value === null) timer.removeAttribute(name);
    else timer.setAttribute(name, value);
  }
}

customElements.define("turn-timer", TurnTimer);
