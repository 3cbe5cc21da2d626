/** @import { TableModel } from "../seats.js" */
import { el, say } from "../dom.js";
import { fill, written } from "../phrase.js";
import { goalOf, isScored, nameOf, pointsOf } from "../seats.js";
import { TABLE } from "../text.js";
import { placeTokens } from "../track.js";
import { icon } from "./flip-card.js";

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Everybody's way to the goal, as tokens on a line; hatched: where the viewer's total would go by staying now. */
export class RaceTrack extends HTMLElement {
  #title = el("h2");
  #ghost = el("span", { class: "ghost", "aria-hidden": "true" });
  #end = el("span");
  #tokens = el("ul", { role: "list" });
  #lane = el("div", { class: "lane" });
  /** @type {Pick<TableModel, "view" | "me"> | null} */
  #model = null;
  #width = 600;
  #resize = new ResizeObserver(([entry]) => {
    this.#width = entry?.contentRect.width ?? this.#width;
    if (this.#model) this.#place(this.#model);
  });

  connectedCallback() {
    this.#resize.observe(this.#lane);
    if (this.firstChild) return;
    const flag = el("span", { class: "fin", "aria-hidden": "true" }, icon("i-flag"));
    this.#lane.append(...TICKS.map((part) => this.#tick(part)), this.#ghost, this.#tokens, flag);
    this.append(this.#title, this.#lane);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  /** @param {Pick<TableModel, "view" | "me">} model */
  update(model) {
    this.#model = model;
    const { view } = model;
    const goal = goalOf(view);
    say(this.#title, view.rules.length === "rounds" ? TABLE.race_rounds : fill(TABLE.race, { points: goal }));
    say(this.#end, written(goal));
    this.#place(model);
  }

  /** @param {number} part */
  #tick(part) {
    const tick = el("span", { class: "tick", "aria-hidden": "true" });
    tick.style.setProperty("inset-inline-start", `${part * 100}%`);
    if (part === 0) tick.append(el("span", {}, "0"));
    if (part === 1) tick.append(this.#end);
    return tick;
  }

  /** @param {Pick<TableModel, "view" | "me">} model */
  #place({ view, me }) {
    const goal = goalOf(view);
    const runners = view.seats.flatMap((seat, i) => {
      const { banked, after } = pointsOf(view, seat);
      const total = isScored(view) ? after : banked;
      return seat.name === null ? [] : [{ seat: i, total, label: `${nameOf(view, i, me)} ${written(total)}` }];
    });
    const tokens = placeTokens(runners, goal, this.#width).map(({ seat, label, low, tip, left }) => {
      const token = el(
        "li",
        { class: `tok${low ? " lo" : ""}${seat === me ? " self" : ""}` },
        el("b", {}, el("bdi", {}, label)),
      );
      token.style.setProperty("inset-inline-start", `${left}px`);
      token.style.setProperty("--tip", `${tip - left}px`);
      return token;
    });
    this.#tokens.replaceChildren(...tokens);
    this.#showGhost(view, me, goal);
  }

  /** @param {TableModel["view"]} view @param {number | null} me @param {number} goal */
  #showGhost(view, me, goal) {
    const seat = me === null ? undefined : view.seats[me];
    this.#ghost.hidden = !seat || isScored(view);
    if (!seat) return;
    const { banked, after } = pointsOf(view, seat);
    const part = (/** @type {number} */ points) => Math.min(1, points / goal) * 100;
    this.#ghost.style.setProperty("inset-inline-start", `${part(banked)}%`);
    this.#ghost.style.setProperty("inline-size", `${part(after) - part(banked)}%`);
  }
}

customElements.define("race-track", RaceTrack);
