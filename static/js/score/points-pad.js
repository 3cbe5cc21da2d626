import { el } from "../dom.js";
import { fill } from "../phrase.js";
import { SAID } from "./words.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const MOST_DIGITS = 3;
/** What a further digit may follow; it begins anew after anything else. */
const POINTS = /^[1-9]\d*$/;

/** A hand's points as a number: large keys in place of the system's, and a field for those who have a keyboard. */
export class PointsPad extends HTMLElement {
  #field = el("input", {
    id: "typed",
    inputmode: "none",
    autocomplete: "off",
    enterkeyhint: "next",
    maxlength: String(MOST_DIGITS),
    "aria-describedby": "typed-problem",
  });

  /** @param {string} who whose points @param {HTMLElement} bust the key beside the 0 */
  constructor(who, bust) {
    super();
    this.#field.setAttribute("aria-label", fill(SAID.points_of, { who }));
    const keys = DIGITS.map((digit) => this.#key(digit, digit, () => `${POINTS.exec(this.value) ?? ""}${digit}`));
    const erase = this.#key("⌫", SAID.erase, () => this.value.slice(0, -1));
    const [last = erase] = keys.splice(-1);
    this.append(el("div", { class: "field" }, this.#field), el("div", { class: "tiles three" }, ...keys, bust, last, erase));
  }

  /** What the field says; setting it tells nobody. */
  get value() {
    return this.#field.value;
  }

  set value(text) {
    this.#field.value = text;
  }

  /** @param {boolean} wrong */
  set wrong(wrong) {
    this.#field.setAttribute("aria-invalid", String(wrong));
  }

  focusField() {
    this.#field.focus({ preventScroll: true });
  }

  /** @param {string} face @param {string} label @param {() => string} press what the field says after it */
  #key(face, label, press) {
    const key = el("button", { type: "button", class: "tile", "aria-label": label }, face);
    key.addEventListener("click", () => {
      this.#field.value = press().slice(0, MOST_DIGITS);
      this.#field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return key;
  }
}

customElements.define("points-pad", PointsPad);
