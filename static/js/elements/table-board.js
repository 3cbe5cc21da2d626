/** @import { TableModel } from "../seats.js" */
/** @import { Targeting } from "../targeting.js" */
import { dockPlan } from "../dock-plan.js";
import { el, say } from "../dom.js";
import { isBig, opponents, ownDecision, stillInFirst } from "../seats.js";
import { heading } from "../spoken.js";
import { BANNER, SEAT, TABLE } from "../text.js";
import { DrawPile } from "./draw-pile.js";
import { FirstHint } from "./first-hint.js";
import { FlipThreeTray } from "./flip-three-tray.js";
import { LastEvent } from "./game-log.js";
import { OwnSeat } from "./own-seat.js";
import { RaceTrack } from "./race-track.js";
import { TableSeat } from "./table-seat.js";
import { TurnDock } from "./turn-dock.js";
import { WatchPanel } from "./watch-panel.js";

/** As in layouts.css: where rows take the place of panels. */
const rows = matchMedia(
  "(max-width: 719.98px), (max-height: 639.98px), (max-width: 1099.98px) and (max-height: 899.98px)",
);

/** Asking a media query may cost a layout, so it is asked once and then told. */
let mini = rows.matches;
rows.addEventListener("change", () => (mini = rows.matches));

/** Whether opponents' cards are drawn small. */
export const isMini = () => mini;

/** The playing field: the race, everybody's seat clockwise, the piles, and the viewer's own seat with the dock. */
export class TableBoard extends HTMLElement {
  own = new OwnSeat();
  dock = new TurnDock();
  watch = new WatchPanel();
  last = new LastEvent();
  hint = new FirstHint();
  #heading = el("h1", { class: "sr" });
  #race = new RaceTrack();
  #pile = new DrawPile();
  #tray = new FlipThreeTray();
  #centre = el("section", { class: "centre", "aria-label": TABLE.deck }, this.#pile, this.#tray);
  #others = el("div", { class: "opps", role: "group", "aria-label": TABLE.players });
  #me = el("section", { class: "me" });
  /** @type {TableSeat[]} */
  #seats = [];
  /** The seats that are shown, clockwise. @type {string | null} */
  #order = null;
  /** The decision for which they were last sorted. */
  #moment = "";
  /** The seat that was last brought in sight. */
  #followed = "";

  connectedCallback() {
    rows.addEventListener("change", this.#relaid);
    if (this.firstChild) return;
    this.classList.add("play");
    this.#me.append(this.own, this.dock, this.watch);
    this.append(this.#heading, this.#race, this.#others, this.last, this.hint, this.#me);
  }

  disconnectedCallback() {
    rows.removeEventListener("change", this.#relaid);
  }

  #relaid = () => this.dispatchEvent(new CustomEvent("page-changed", { bubbles: true }));

  /** @param {TableModel} model @param {Targeting} targeting @param {boolean} online */
  update(model, targeting, online) {
    const { view, truth, me } = model;
    this.#arrange(model);
    say(this.#heading, heading(truth, me));
    for (const seat of this.#seats) seat.update(model, targeting.pick(truth, seat.seat));
    for (const part of [this.#race, this.#pile, this.#tray]) part.update(model);
    this.#follow(targeting.selected ?? view.decision?.seat ?? null);
    this.#centre.classList.toggle("busy", view.flip_three !== null);
    this.classList.toggle("tray-open", view.flip_three !== null);
    this.#me.classList.toggle("watching", me === null);
    this.#me.setAttribute("aria-label", me === null ? BANNER.only_watching : SEAT.your_seat);
    this.#me.classList.toggle("turn", ownDecision(truth, me) !== null);
    this.own.hidden = this.dock.hidden = me === null;
    this.watch.hidden = me !== null;
    if (me === null) this.watch.update(model);
    else this.own.update(model, targeting.aside(truth, me));
    this.dock.update(dockPlan(model, targeting.selected, online), truth.decision?.id ?? null);
  }

  /** The element of a seat. @param {number} seat @returns {TableSeat | OwnSeat | null} */
  seatAt(seat) {
    return this.#seats.find((other) => other.seat === seat) ?? (this.own.hidden ? null : this.own);
  }

  /** The others' seats as they are shown. */
  get order() {
    return [...this.#others.children].flatMap((seat) => (seat instanceof TableSeat ? [seat.seat] : []));
  }

  focusActions() {
    if (this.own.hidden) this.watch.focus();
    else this.dock.focus({ preventScroll: true });
  }

  /** @param {TableModel} model */
  #arrange({ view, me }) {
    const order = opponents(view.seats.length, me);
    if (order.join() !== this.#order) this.#seatAll(order, isBig(view));
    this.#order = order.join();
    // Only between two decisions, so that nobody moves away under what happens to them.
    const moment = `${view.decision?.id} ${view.phase}`;
    if (isBig(view) && moment !== this.#moment) this.#sort(stillInFirst(view, order));
    this.#moment = moment;
  }

  /** @param {number[]} order of the seats that are not the viewer's @param {boolean} big */
  #seatAll(order, big) {
    this.#seats = order.map((number) => Object.assign(new TableSeat(), { seat: number }));
    this.#others.dataset.count = big ? "many" : String(order.length);
    this.#others.tabIndex = big ? 0 : -1;
    this.#others.replaceChildren(...this.#seats, this.#centre);
    this.#moment = this.#followed = "";
  }

  /** From the last seat on, so that only those move that have to. @param {number[]} order */
  #sort(order) {
    let next = /** @type {Element} */ (this.#centre);
    for (const seat of order.toReversed()) {
      const element = this.seatAt(seat);
      if (!element) continue;
      if (element.nextElementSibling !== next) this.#others.insertBefore(element, next);
      next = element;
    }
  }

  /** Keeps the seat in sight that it is about, where the seats are too many for the screen. @param {number | null} seat */
  #follow(seat) {
    const element = seat === null ? undefined : this.#seats.find((other) => other.seat === seat);
    if (!element || this.#others.dataset.count !== "many" || this.#followed === `${seat}`) return;
    this.#followed = `${seat}`;
    const { scrollTop, clientHeight, scrollHeight } = this.#others;
    const { offsetTop: top, offsetHeight: height } = element;
    if (scrollHeight > clientHeight && (top < scrollTop || top + height > scrollTop + clientHeight))
      this.#others.scrollTop = top - (clientHeight - height) / 2;
  }
}

customElements.define("table-board", TableBoard);
