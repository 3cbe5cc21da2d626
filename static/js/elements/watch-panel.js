/** @import { TableModel } from "../seats.js" */
import { act } from "../act.js";
import { el, say } from "../dom.js";
import { recall, remember } from "../memory.js";
import { fill } from "../phrase.js";
import { botSeats, isScored } from "../seats.js";
import { DEFAULT_NAME } from "../text-lobby.js";
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
  #offered = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.#input.value = recall("name") ?? DEFAULT_NAME;
    this.append(icon("i-eye"), el("div", {}, this.#text, this.#reserved), this.#form, this.#seats, this.#problem);
  }

  /** @param {TableModel} model */
  update({ truth, reserved: mine }) {
    const { reserved, seats, rules } = truth;
    const bots = botSeats(truth);
    const free = rules.late_take_over ? bots.filter((seat) => reserved[seat] === undefined) : [];
    const waiting = mine !== null && reserved[mine] !== undefined;
    const offer = isScored(truth) ? BANNER.watching_now : BANNER.watching;
    const closed = rules.late_take_over || bots.length === 0 ? BANNER.full : BANNER.only_watching;
    say(
      this.#text,
      waiting ? fill(BANNER.reserved, { who: seats[mine]?.name ?? "" }) : free.length > 0 ? offer : closed,
    );
    const others = Object.entries(reserved).filter(([seat]) => Number(seat) !== mine);
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
