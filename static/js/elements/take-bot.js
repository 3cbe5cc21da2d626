import { act } from "../act.js";
import { el, say } from "../dom.js";
import { fill } from "../phrase.js";
import { BANNER } from "../text.js";

/**
 * A name, and the bots whose seats that person may take over, a button each.
 * @typedef {{ id: string, label: string, local: () => number, taken: (name: string) => void }} Taker `local`: the number
 *   of whoever takes the seat among those at this browser; `taken`: the server has agreed
 */
export class TakeBot extends HTMLElement {
  #input;
  #problem;
  #seats = el("div", { class: "take", role: "group" });
  #form;
  #taker;
  #offered = "";

  /** @param {Taker} taker @param {string} name what stands in the field at first */
  constructor(taker, name) {
    super();
    this.#taker = taker;
    const wrong = `${taker.id}-problem`;
    this.#input = el("input", { id: taker.id, autocomplete: "nickname", spellcheck: "false", "aria-describedby": wrong });
    this.#input.value = name;
    this.#problem = el("p", { id: wrong, class: "wrong", role: "alert" });
    this.#form = el("div", { class: "field" }, el("label", { for: taker.id }, taker.label), this.#input);
  }

  connectedCallback() {
    if (!this.firstChild) this.append(this.#form, this.#seats, this.#problem);
  }

  /** @param {{ seat: number, name: string }[]} bots that are free */
  offer(bots) {
    this.#form.hidden = this.#seats.hidden = bots.length === 0;
    const offered = JSON.stringify(bots);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const inside = this.#seats.contains(document.activeElement);
    this.#seats.replaceChildren(
      ...bots.map(({ seat, name }) => {
        const button = el("button", { type: "button", class: "btn second" }, fill(BANNER.take, { who: name }));
        button.addEventListener("click", () => this.#take(seat));
        return button;
      }),
    );
    if (inside && bots.length > 0) this.#input.focus();
  }

  /** @param {number} seat */
  async #take(seat) {
    const name = this.#input.value.trim();
    const local = this.#taker.local();
    this.#input.removeAttribute("aria-invalid");
    const outcome = await act(this, { do: "take_over", seat, name, ...(local > 0 ? { local } : {}) });
    say(this.#problem, outcome.ok ? "" : outcome.message);
    if (outcome.ok) return this.#taker.taken(name);
    this.#input.setAttribute("aria-invalid", "true");
    if (outcome.suggestion) this.#input.value = outcome.suggestion;
  }

  /** @param {string} name */
  set name(name) {
    this.#input.value = name;
  }
}

customElements.define("take-bot", TakeBot);
