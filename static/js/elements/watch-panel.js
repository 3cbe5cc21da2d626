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
  #input = el("input", {
    id: "watch-name",
    autocomplete: "nickname",
    spellcheck: "false",
    "aria-describedby": "watch-problem",
  });
  #problem = el("p", { id: "watch-problem", class: "wrong", role: "alert" });
  #seats = el("div", { class: "take", role: "group" });
  #form = el("div", { class: "field" }, el("label", { for: "watch-name" }, BANNER.name), this.#input);
  /** What was asked for last; once it is among the reservations it is this browser's. */
  #asked = { seat: -1, name: "" };
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
    const waiting = this.#asked.name !== "" && reserved[this.#asked.seat] === this.#asked.name;
    const offer = isScored(truth) ? BANNER.watching_now : BANNER.watching;
    const closed = rules.late_take_over || bots.length === 0 ? BANNER.full : BANNER.only_watching;
    say(
      this.#text,
      waiting ? fill(BANNER.reserved, { who: seats[this.#asked.seat]?.name ?? "" }) : free.length > 0 ? offer : closed,
    );
    const others = Object.entries(reserved).filter(([, name]) => !waiting || name !== this.#asked.name);
    say(
      this.#reserved,
      others.map(([seat, name]) => fill(BANNER.taken_by, { name, who: seats[Number(seat)]?.name ?? "" })).join(" "),
    );
    this.#form.hidden = this.#seats.hidden = waiting || free.length === 0;
    this.#offer(free.map((seat) => ({ seat, name: seats[seat]?.name ?? "" })));
  }

  /** @param {{ seat: number, name: string }[]} free */
  #offer(free) {
    const offered = JSON.stringify(free);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#seats.replaceChildren(
      ...free.map(({ seat, name }) => {
        const button = el("button", { type: "button", class: "btn second" }, fill(BANNER.take, { who: name }));
        button.addEventListener("click", () => this.#take(seat));
        return button;
      }),
    );
  }

  /** @param {number} seat */
  async #take(seat) {
    const name = this.#input.value.trim();
    this.#asked = { seat, name: name.normalize() };
    this.#input.removeAttribute("aria-invalid");
    const outcome = await act(this, { do: "take_over", seat, name });
    say(this.#problem, outcome.ok ? "" : outcome.message);
    if (outcome.ok) {
      remember("name", name);
      return;
    }
    this.#input.setAttribute("aria-invalid", "true");
    if (outcome.suggestion) this.#input.value = outcome.suggestion;
  }
}

customElements.define("watch-panel", WatchPanel);
