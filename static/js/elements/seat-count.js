import { el } from "../dom.js";
import { OPTIONS } from "../text-lobby.js";
import { choice } from "./choices.js";

const COUNTS = [2, 3, 4, 5, 6];
const MORE = Array.from({ length: 30 }, (_, i) => i + 7);

/** How many seats a table has: buttons for the usual numbers, a list for big tables. Tells `seats` (detail: how many). */
export class SeatCount extends HTMLElement {
  /** @type {Map<number, HTMLInputElement>} */
  #buttons = new Map();
  #none = el("option", { value: "" }, OPTIONS.more_seats);
  #more = el("select", { "aria-label": OPTIONS.more_seats_label });

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const buttons = choice(OPTIONS.seats, "seats", COUNTS, String, this.#buttons, (count) => this.#tell(count));
    this.#more.append(this.#none, ...MORE.map((count) => el("option", { value: String(count) }, String(count))));
    this.#more.addEventListener("change", () => this.#tell(Number(this.#more.value)));
    buttons.querySelector(".choice")?.append(this.#more);
    this.append(buttons);
  }

  /** @param {{ seats: number, least: number }} table `least`: below that somebody would have no seat */
  update({ seats, least }) {
    for (const [count, input] of this.#buttons) {
      input.checked = count === seats;
      input.disabled = count < least;
    }
    const many = seats > 6;
    this.#more.value = many ? String(seats) : "";
    this.#more.classList.toggle("chosen", many);
    this.#none.disabled = many;
    for (const option of this.#more.options) if (option !== this.#none) option.disabled = Number(option.value) < least;
  }

  /** @param {number} seats */
  #tell(seats) {
    this.dispatchEvent(new CustomEvent("seats", { detail: seats }));
  }
}

customElements.define("seat-count", SeatCount);
