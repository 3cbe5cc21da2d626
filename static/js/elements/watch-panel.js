/** @import { TableModel } from "../seats.js" */
import { el, say } from "../dom.js";
import { recall, remember } from "../memory.js";
import { fill } from "../phrase.js";
import { botSeats, freeBots, isScored, reservedBy } from "../seats.js";
import { DEFAULT_NAME } from "../text-lobby.js";
import { BANNER } from "../text.js";
import { icon } from "./flip-card.js";
import { TakeBot } from "./take-bot.js";

/** In place of an own seat: that one is watching, and the bots whose seats may be taken over. */
export class WatchPanel extends HTMLElement {
  #text = el("p", { class: "lead" });
  #reserved = el("p", { class: "note" });
  #take = new TakeBot(
    { id: "watch-name", label: BANNER.name, local: () => 0, taken: (name) => remember("name", name) },
    recall("name") ?? DEFAULT_NAME,
  );

  connectedCallback() {
    if (!this.firstChild) this.append(icon("i-eye"), el("div", {}, this.#text, this.#reserved), this.#take);
  }

  /** @param {TableModel} model */
  update({ truth, you: { reserved: mine } }) {
    const { reserved, seats, rules } = truth;
    const free = freeBots(truth);
    const waiting = mine !== undefined && reserved[mine] !== undefined;
    const offer = isScored(truth) ? BANNER.watching_now : BANNER.watching;
    const closed = rules.late_take_over || botSeats(truth).length === 0 ? BANNER.full : BANNER.only_watching;
    say(
      this.#text,
      waiting ? fill(BANNER.reserved, { who: seats[mine]?.name ?? "" }) : free.length > 0 ? offer : closed,
    );
    say(this.#reserved, reservedBy(truth, (seat) => seat !== mine));
    this.#take.offer(waiting ? [] : free);
  }
}

customElements.define("watch-panel", WatchPanel);
