/** @import { TableModel } from "../seats.js" */
import { act } from "../act.js";
import { el, say } from "../dom.js";
import { recall, remember } from "../memory.js";
import { fill } from "../phrase.js";
import { isScored } from "../seats.js";
import { BANNER } from "../text.js";
import { icon } from "./flip-card.js";

/** In place of an own seat: that one is watching, and the bots whose seats may be taken over. */
export class WatchPanel extends HTMLElement {
  #text = el("p", { class: "lead" });
  #reserved = el("p", { class: "note" });
  #input = el("input", { id: "watch-name", autocomplete: "nickname", spellcheck: "false", "aria-describedby": "watch-problem" });
  #problem = el("p", { id: "watch-problem", class: "wrong", role: "alert" });
  #seats = el("div", { class: "take", role: "group" });
  #form = el("div", { class: "field" }, el("label", { for: "watch-name" }, BANNER.name), this.#input);
  /** The seat this browser has reserved, as far as it knows. @type {number | null} */
  #mine = null;
  #asked = -1;
  #offered = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.#input.value = recall("name") ?? BANNER.default_name;
    this.append(icon("i-eye"), el("div", {}, this.#text, this.#reserved), this.#form, this.#seats, this.#problem);
  }

  /** @param {TableModel} model */
  update({ truth }) {
    const { reserved, seats, rules } = truth;
    const bots = seats.flatMap((seat, i) => (seat.kind === "bot" && !seat.away ? [i] : []));
    const free = rules.late_take_over ? bots.filter((seat) => reserved[seat] === undefined) : [];
    const names = Object.entries(reserved);
    if (this.#mine !== null && reserved[this.#mine] === undefined) this.#mine = null;
    const waiting = this.#mine !== null;
    const offer = isScored(truth) ? BANNER.watching_now : BANNER.watching;
    const closed = rules.late_take_over || bots.length === 0 ? BANNER.full : BANNER.only_watching;
    say(this.#text, waiting ? fill(BANNER.reserved, { who: seats[this.#mine ?? 0]?.name ?? "" }) : free.length > 0 ? offer : closed);
    const others = names.filter(([seat]) => Number(seat) !== this.#mine);
    say(this.#reserved, others.map(([seat, name]) => fill(BANNER.taken_by, { name, who: seats[Number(seat)]?.name ?? "" })).join(" "));
    this.#form.hidden = this.#seats.hidden = waiting || free.length === 0;
    this.#offer(free.map((seat) => ({ seat, name: seats[seat]?.name ?? "" })));
  }

  /** The server took the wish: at once between rounds, else as a reservation. */
  granted() {
    this.#mine = this.#asked;
    remember("name", this.#input.value.trim());
    say(this.#problem, "");
  }

  /** @param {{ message: string, suggestion?: string | null }} refusal */
  refused({ message, suggestion }) {
    say(this.#problem, message);
    this.#input.setAttribute("aria-invalid", "true");
    if (suggestion) this.#input.value = suggestion;
  }

  /** @param {{ seat: number, name: string }[]} free */
  #offer(free) {
    const offered = JSON.stringify(free);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#seats.replaceChildren(...free.map(({ seat, name }) => {
      const button = el("button", { type: "button", class: "btn second" }, fill(BANNER.take, { who: name }));
      button.addEventListener("click", () => this.#take(seat));
      return button;
    }));
  }

  /** @param {number} seat */
  #take(seat) {
    this.#asked = seat;
    this.#input.removeAttribute("aria-invalid");
    act(this, { do: "take_over", seat, name: this.#input.value.trim() });
  }
}

customElements.define("watch-panel", WatchPanel);
