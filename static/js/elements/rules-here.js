/** @import { Rules } from "../protocol.js" */
import { el } from "../dom.js";
import { differencesSaid, HOUSE } from "../text-house.js";

/** What differs from the usual rules at this table. */
export class RulesHere extends HTMLElement {
  #title = el("h3", {}, HOUSE.here.title);
  #list = el("ul", { role: "list" });
  #shown = "";

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.#title, this.#list);
  }

  /** @param {Rules} rules */
  update(rules) {
    const usual = Number(this.closest("[data-turn-seconds]")?.getAttribute("data-turn-seconds") ?? rules.turn_seconds);
    const said = differencesSaid(rules, usual);
    if (said.join() === this.#shown && this.#list.childElementCount > 0) return;
    this.#shown = said.join();
    this.#list.replaceChildren(...(said.length > 0 ? said : [HOUSE.here.usual]).map((text) => el("li", {}, text)));
  }
}

customElements.define("rules-here", RulesHere);
