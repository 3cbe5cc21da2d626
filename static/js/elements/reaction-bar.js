/** @import { Reaction } from "../protocol.js" */
import { act } from "../act.js";
import { el } from "../dom.js";
import { REACT, REACTIONS } from "../text.js";

const ORDER = /** @type {Reaction[]} */ (Object.keys(REACTIONS));

/** Six things to say. Dispatches `act`. */
export class ReactionBar extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    const buttons = ORDER.map((reaction) => {
      const button = el("button", { type: "button" }, REACTIONS[reaction]);
      button.addEventListener("click", () => this.#say(reaction));
      return button;
    });
    this.append(
      el("h2", {}, REACT.title),
      el("div", { class: "react", role: "group", "aria-label": REACT.title }, ...buttons),
    );
  }

  /** Says the nth of the six. @param {number} nth from 1 */
  sayNth(nth) {
    const reaction = ORDER[nth - 1];
    if (reaction) this.#say(reaction);
  }

  /** @param {Reaction} reaction */
  #say(reaction) {
    act(this, { do: "react", reaction });
  }
}

customElements.define("reaction-bar", ReactionBar);
