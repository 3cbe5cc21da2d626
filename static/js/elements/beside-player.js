/** @import { TableModel } from "../seats.js" */
import { nextNumber } from "../device.js";
import { el, say } from "../dom.js";
import { freeBots, reservedBy } from "../seats.js";
import { DEVICE } from "../text-lobby.js";
import { TakeBot } from "./take-bot.js";

/** One more person who plays at this browser takes over a bot of the game under way. */
export class BesidePlayer extends HTMLElement {
  #reserved = el("p", { class: "quiet", role: "status" });
  #take = new TakeBot(
    { id: "beside-name", label: DEVICE.title, local: () => nextNumber(this.#you), taken: () => (this.#take.name = "") },
    "",
  );
  /** @type {TableModel["you"]} */
  #you = { seat: null };

  connectedCallback() {
    if (!this.firstChild) this.append(this.#take, this.#reserved);
  }

  /** @param {TableModel} model */
  update({ truth, me, you }) {
    this.#you = you;
    const free = freeBots(truth);
    const ours = Object.values(you.local_reserved ?? {});
    this.hidden = me === null || free.length + ours.length === 0;
    this.#take.offer(free);
    say(this.#reserved, reservedBy(truth, (seat) => ours.includes(seat)));
  }
}

customElements.define("beside-player", BesidePlayer);
