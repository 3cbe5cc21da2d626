/** @import { TableModel } from "../seats.js" */
/** @import { Runner, Token } from "../track.js" */
import { EASING } from "../air.js";
import { el, say } from "../dom.js";
import { fill, written } from "../phrase.js";
import { field } from "../scores.js";
import { goalOf, isScored, nameOf, pointsOf } from "../seats.js";
import { tempo } from "../tempo.js";
import { TABLE } from "../text.js";
import { covers, placeTokens, shortened } from "../track.js";
import { icon } from "./flip-card.js";

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const GLIDE_MS = 500;
/** On a shorter lane, as on a phone, so many letters of each name have room. */
const SHORT_PX = 400;
const LETTERS = 8;
/** From the labels above the line to those below, as in panels.css. */
const SIDES_PX = 46;

/** Everybody's way to the goal, as tokens on a line; hatched: where the viewer's total would go by staying now. */
export class RaceTrack extends HTMLElement {
  #title = el("h2");
  #ghost = el("span", { class: "ghost", "aria-hidden": "true" });
  #start = el("span", {}, "0");
  #end = el("span");
  #tokens = el("ul", { role: "list" });
  #lane = el("div", { class: "lane" });
  /** @type {Pick<TableModel, "view" | "me"> | null} */
  #model = null;
  /** Of the lane; 0 while it is not to be seen. */
  #width = 0;
  /** Who stood where when last seen. @type {Runner[] | null} */
  #former = null;
  #shown = "";
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
    if (part === 0) tick.append(this.#start);
    if (part === 1) tick.append(this.#end);
    return tick;
  }

  /** @param {Pick<TableModel, "view" | "me">} model */
  #place({ view, me }) {
    if (this.#width === 0) return;
    const goal = goalOf(view);
    const runners = runnersOf(view, me, this.#width < SHORT_PX ? LETTERS : Infinity);
    const before = new Map(placeTokens(this.#former ?? runners, goal, this.#width).map((token) => [token.seat, token]));
    const tokens = placeTokens(runners, goal, this.#width);
    this.#former = runners;
    this.#start.hidden = covers(tokens, 0);
    this.#end.hidden = covers(tokens, this.#width);
    const shown = JSON.stringify([tokens, me]);
    if (shown !== this.#shown) this.#tokens.replaceChildren(...tokens.map((token) => this.#token(token, before, me)));
    this.#shown = shown;
    this.#showGhost(view, me, goal);
  }

  /** @param {Token} token @param {Map<number, Token>} before where they stood @param {number | null} me */
  #token({ seat, label, low, tip, left }, before, me) {
    const classes = `tok${low ? " lo" : ""}${seat === me ? " self" : ""}`;
    const token = el("li", { class: classes }, el("b", {}, el("bdi", {}, label)));
    token.style.setProperty("inset-inline-start", `${left}px`);
    token.style.setProperty("--tip", `${tip - left}px`);
    const was = before.get(seat);
    if (was) glide(token, was.left - left, (Number(was.low) - Number(low)) * SIDES_PX);
    return token;
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

/** @param {TableModel["view"]} view @param {number | null} me @param {number} letters of a name @returns {Runner[]} */
function runnersOf(view, me, letters) {
  return field(view, me).flatMap((i) => {
    const seat = view.seats[i];
    if (!seat || seat.name === null) return [];
    const { banked, after } = pointsOf(view, seat);
    const total = isScored(view) ? after : banked;
    return [{ seat: i, total, label: `${shortened(nameOf(view, i, me), letters)} ${total}` }];
  });
}

/** A token glides from where it stood, so many pixels away. @param {Element} token @param {number} x @param {number} y */
function glide(token, x, y) {
  const pace = tempo();
  if (pace === 0 || (x === 0 && y === 0)) return;
  const from = `translate(calc(-50% + ${x}px), ${y}px)`;
  const timing = { duration: GLIDE_MS * pace, easing: EASING };
  token.animate([{ transform: from }, { transform: "translate(-50%, 0)" }], timing);
}

customElements.define("race-track", RaceTrack);
