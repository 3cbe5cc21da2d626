/** @import { Refusal } from "../act.js" */
import { act } from "../act.js";
import { el, say } from "../dom.js";
import { remember } from "../memory.js";
import { SEATS } from "../text-lobby.js";

/** The player's own name as a field: Enter or leaving it renames, Escape takes the typing back. */
export class OwnName extends HTMLElement {
  #input = el("input", {
    id: "own-name",
    autocomplete: "nickname",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-describedby": "own-name-problem",
  });
  #problem = el("p", { id: "own-name-problem", class: "wrong", role: "alert" });
  #known = "";
  /** @type {string | null} what was asked for and is not answered yet */
  #asked = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const form = el("form", { novalidate: true }, el("label", { for: "own-name" }, SEATS.your_name), this.#input);
    this.append(form, this.#problem);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
    this.#input.addEventListener("change", () => this.#ask());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#reset();
    });
  }

  /** The name the table knows; it is shown unless the player is typing another one. */
  set known(/** @type {string} */ name) {
    if (name === this.#known) return;
    const untouched = this.#input.value === this.#known;
    this.#known = name;
    if (this.#asked !== null) this.#settle();
    else if (untouched) this.#reset();
  }

  /** @param {Refusal} refusal of a rename */
  refused({ message }) {
    this.#asked = null;
    this.#tell(message);
  }

  async #ask() {
    const name = this.#input.value.trim();
    if (name === this.#asked) return;
    if (name === this.#known) {
      this.#reset();
      return;
    }
    this.#tell("");
    this.#asked = name;
    await act(this, { do: "rename", name });
    // Where the server writes the name the way it was, no change tells of it.
    if (this.#asked === name) this.#settle();
  }

  /** What was asked for is done. */
  #settle() {
    this.#asked = null;
    remember("name", this.#known);
    this.#reset();
  }

  #reset() {
    this.#input.value = this.#known;
    this.#tell("");
  }

  /** @param {string} problem empty: nothing is wrong */
  #tell(problem) {
    say(this.#problem, problem);
    this.#input.setAttribute("aria-invalid", String(problem !== ""));
  }
}

customElements.define("own-name", OwnName);
