import { el } from "../dom.js";
import { fill } from "../phrase.js";
import { onPress } from "./press.js";
import { SAID } from "./words.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const MOST_DIGITS = 3;
/** What a further digit may follow; it begins anew after anything else. */
const POINTS = /^[1-9]\d*$/;
const ERASED = "deleteContentBackward";

/** A hand's points as a number: large keys in place of the system's, and a field, `box`, for those who have a keyboard. */
export class PointsPad extends HTMLElement {
  #field = el("input", {
    id: "typed",
    inputmode: "none",
    autocomplete: "off",
    enterkeyhint: "next",
    maxlength: String(MOST_DIGITS),
    "aria-describedby": "typed-problem",
  });
  box = el("div", { class: "field" }, this.#field);
  /** What the field says was there before anybody typed: the first digit takes its place. */
  #isProposed = false;

  /** @param {HTMLElement} bust the key beside the 0 */
  constructor(bust) {
    super();
    const keys = DIGITS.map((digit) => this.#key(digit, digit, () => this.#type(`${POINTS.exec(this.#base) ?? ""}${digit}`)));
    const erase = this.#key("⌫", SAID.erase, () => this.#type(this.value.slice(0, -1), ERASED));
    const [last = erase] = keys.splice(-1);
    this.append(el("div", { class: "tiles three" }, ...keys, bust, last, erase));
    this.#field.addEventListener("input", () => {
      this.#isProposed = false;
    });
  }

  /** What the field says; setting it tells nobody. */
  get value() {
    return this.#field.value;
  }

  /** @param {string} who whose points are asked for @param {string} proposed what the field says at first */
  ask(who, proposed) {
    this.#field.setAttribute("aria-label", fill(SAID.points_of, { who }));
    this.#field.value = proposed;
    this.#isProposed = proposed !== "";
  }

  /** @param {boolean} wrong */
  set wrong(wrong) {
    this.#field.setAttribute("aria-invalid", String(wrong));
  }

  /** @param {(isSettled: boolean) => void} then after each digit; false where one was taken away, or may still become another */
  onType(then) {
    this.#field.addEventListener("input", (event) => {
      const isErased = event instanceof InputEvent && event.inputType.startsWith("delete");
      then(!isErased && !(event instanceof InputEvent && event.isComposing));
    });
    this.#field.addEventListener("compositionend", () => then(true));
  }

  focusField() {
    this.#field.focus({ preventScroll: true });
    if (this.#isProposed) this.#field.select();
  }

  /** What a digit is put behind. */
  get #base() {
    return this.#isProposed ? "" : this.value;
  }

  /** @param {string} text @param {string} [inputType] */
  #type(text, inputType = "insertText") {
    this.#field.value = text.slice(0, MOST_DIGITS);
    this.#field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
  }

  /** @param {string} face @param {string} label @param {() => void} press */
  #key(face, label, press) {
    const key = el("button", { type: "button", class: "tile", "aria-label": label }, face);
    onPress(key, press);
    return key;
  }
}

customElements.define("points-pad", PointsPad);
