/** @import { Hint } from "../hints.js" */
import { el } from "../dom.js";
import { HINT } from "../text.js";
import { card } from "./cards-row.js";
import { icon } from "./flip-card.js";

/** What stands before a hint: the card it is about, or a sign. @param {Hint} hint */
function sign(hint) {
  if (hint === "freeze" || hint === "flip_three" || hint === "second_chance") {
    const face = card(hint, "mini");
    face.setAttribute("aria-hidden", "true");
    return face;
  }
  return icon("i-help");
}

/**
 * A short explanation between the cards, in a place of its own; read out when there is a pause. Empty it takes no place.
 * Dispatches `hint-read` when it is dismissed.
 */
export class FirstHint extends HTMLElement {
  #sign = el("span", { class: "sign" });
  #text = el("p", { role: "status" });
  #dismiss = el("button", { type: "button", class: "chip", hidden: true }, HINT.dismiss);

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.#sign, this.#text, this.#dismiss);
    this.#dismiss.addEventListener("click", () => this.dispatchEvent(new CustomEvent("hint-read", { bubbles: true })));
  }

  /** @param {Hint} hint @param {string} text */
  show(hint, text) {
    this.#sign.replaceChildren(sign(hint));
    this.#text.replaceChildren(el("span", { class: "sr" }, `${HINT.label}: `), text);
    this.#open(true);
  }

  hide() {
    this.#sign.replaceChildren();
    this.#text.replaceChildren();
    this.#open(false);
  }

  /** @param {boolean} open */
  #open(open) {
    this.classList.toggle("open", open);
    this.#dismiss.hidden = !open;
  }
}

customElements.define("first-hint", FirstHint);
