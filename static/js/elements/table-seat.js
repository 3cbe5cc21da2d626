/** @import { Reaction, Seat } from "../protocol.js" */
/** @import { TableModel } from "../seats.js" */
import { el, say } from "../dom.js";
import { nameKey } from "../keys.js";
import { fill, inside, written } from "../phrase.js";
import { badgeOf, goalOf, isScored, pointsOf, presenceOf, twoDigits } from "../seats.js";
import { BADGE, SEAT } from "../text.js";
import { showHand } from "./cards-row.js";
import { icon } from "./flip-card.js";
import { SeatBubble } from "./seat-bubble.js";
import { setTimer, TurnTimer } from "./turn-timer.js";

/** @typedef {{ legal: boolean, selected: boolean, label: string } | null} Pick what a question makes of this seat */

/**
 * Writes a badge: icon and word, or nothing.
 * @param {HTMLElement} place @param {{ text: string, icon: string | null, look: string } | null} badge
 */
export function showBadge(place, badge) {
  place.hidden = badge === null;
  const shown = badge ? `${badge.look} ${badge.icon ?? ""} ${badge.text}` : "";
  if (!badge || place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.className = `badge st-${badge.look}`;
  place.replaceChildren(...(badge.icon ? [icon(badge.icon)] : []), el("span", {}, badge.text));
}

/** Lets a seat look as it stands in the round. @param {Element} element @param {Seat} seat */
export function showStatus({ classList }, { status }) {
  for (const out of ["stayed", "frozen", "busted", "flip7"]) classList.toggle(out, status === out);
}

/**
 * A bar from 0 to the goal: banked points solid, this round's hatched.
 * @param {HTMLElement} bar @param {number} banked @param {number} after @param {number} goal
 */
export function showBar(bar, banked, after, goal) {
  if (!bar.firstChild) bar.append(el("u"), el("i"));
  const part = (/** @type {number} */ points) => `${Math.min(100, (points / goal) * 100)}%`;
  /** @type {HTMLElement} */ (bar.firstChild).style.setProperty("inline-size", part(after));
  /** @type {HTMLElement} */ (bar.lastChild).style.setProperty("inline-size", part(banked));
}

/** One seat that is not the viewer's: a panel on a wide screen, a row on a phone; while a target is asked, a button. */
export class TableSeat extends HTMLElement {
  seat = 0;
  #heading = el("h2", { class: "sr" });
  #timer = new TurnTimer();
  #name = el("bdi", { class: "name" });
  #bot = icon("i-bot");
  #dealer = el("span", { class: "dealer" }, SEAT.dealer_mark);
  #badge = el("span", { class: "badge" });
  #presence = el("span", { class: "badge" });
  #extras = el("ul", { class: "mods", role: "list" });
  #numbers = el("ul", { class: "row", role: "list" });
  #round = el("b");
  #bar = el("span", { class: "to-goal" });
  #total = el("b");
  #pick = el("button", { type: "button", class: "pick", hidden: true });
  #bubble = new SeatBubble();

  connectedCallback() {
    if (this.firstChild) return;
    this.classList.add("seat");
    this.#heading.id = `seat-${this.seat}`;
    this.setAttribute("role", "group");
    this.setAttribute("aria-labelledby", this.#heading.id);
    const who = el("span", { class: "id" }, this.#name, this.#bot, this.#dealer);
    // The heading says all this in words.
    for (const part of [who, this.#badge, this.#presence, this.#timer]) part.setAttribute("aria-hidden", "true");
    const points = el("p", { class: "tot", "aria-hidden": "true" });
    points.append(
      el("span", { class: "this-round" }, el("span", { class: "word" }, `${SEAT.round} `), this.#round),
      this.#bar,
      el("span", { class: "in-all" }, el("span", { class: "word" }, `${SEAT.total} `), this.#total),
    );
    this.append(this.#heading, this.#timer, el("div", { class: "l1" }, who, this.#badge, this.#extras, this.#presence));
    this.append(this.#numbers, points, this.#pick, this.#bubble);
    this.#pick.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.#pick.addEventListener("click", (click) => {
      const detail = { seat: this.seat, click };
      this.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail }));
    });
  }

  /** @param {TableModel} model @param {Pick} pick */
  update(model, pick) {
    const { view, truth, me } = model;
    const seat = view.seats[this.seat];
    const present = truth.seats[this.seat];
    if (!seat || !present) return;
    const badge = badgeOf(view, this.seat, me);
    const presence = presenceOf(present);
    say(this.#name, seat.name ?? "");
    this.#bot.toggleAttribute("hidden", seat.kind !== "bot");
    this.#dealer.hidden = view.dealer !== this.seat;
    showBadge(this.#badge, badge);
    showBadge(this.#presence, presence && { ...presence, look: "away" });
    this.#showCards(model);
    this.#showPoints(view);
    this.#showTurn(model);
    say(this.#heading, this.#headline(model, badge?.text, presence?.text));
    this.classList.toggle("turn", badge?.look === "turn" && seat.status === "active");
    showStatus(this, seat);
    this.#showPick(pick, twoDigits(truth) ? undefined : String(this.seat + 1));
  }

  /** Lets the seat say something for a moment. @param {Reaction} reaction */
  react(reaction) {
    this.#bubble.show(reaction);
  }

  /** @param {TableModel} model @param {string | undefined} state @param {string | undefined} presence */
  #headline({ view }, state, presence) {
    const seat = view.seats[this.seat];
    const words = [state, presence].flatMap((word) =>
      word && word !== BADGE.active ? [fill(SEAT.state, { state: inside(word) })] : [],
    );
    return fill(SEAT.heading, {
      number: this.seat + 1,
      name: seat?.name ?? "",
      bot: seat?.kind === "bot" ? SEAT.bot : "",
      state: words.join(""),
      dealer: view.dealer === this.seat ? SEAT.dealer : "",
      round: seat?.round_score ?? 0,
      total: seat?.total ?? 0,
    });
  }

  /** @param {TableModel} model */
  #showCards({ view, truth, mini }) {
    const seat = view.seats[this.seat];
    if (!seat) return;
    const asked = truth.decision?.kind === "target" && view.decision?.id === truth.decision.id ? truth.decision : null;
    const passing =
      view.passing?.seat === this.seat ? view.passing.card : asked?.seat === this.seat ? asked.card : null;
    showHand({ numbers: this.#numbers, extras: this.#extras }, seat, passing, { look: mini ? "mini" : "full" });
    const values = { name: seat.name ?? "", count: new Set(seat.numbers).size };
    this.#numbers.setAttribute("aria-label", fill(SEAT.numbers, values));
    this.#extras.setAttribute("aria-label", fill(SEAT.extras, values));
  }

  /** @param {TableModel["view"]} view */
  #showPoints(view) {
    const seat = view.seats[this.seat];
    if (!seat) return;
    const { banked, after } = pointsOf(view, seat);
    say(this.#round, written(seat.round_score));
    say(this.#total, written(isScored(view) ? after : banked));
    showBar(this.#bar, banked, after, goalOf(view));
  }

  /** @param {TableModel} model */
  #showTurn({ truth }) {
    const own = truth.decision?.seat === this.seat ? truth.decision : null;
    setTimer(this.#timer, own?.deadline ?? null, truth.rules.turn_seconds, String(this.seat + 1));
  }

  /** @param {Pick} pick @param {string | undefined} digit that chooses this seat */
  #showPick(pick, digit) {
    this.classList.toggle("legal", pick?.legal ?? false);
    this.classList.toggle("selected", pick?.selected ?? false);
    this.classList.toggle("barred", pick !== null && !pick.legal);
    this.#pick.hidden = !pick?.legal;
    if (!pick?.legal) return;
    this.#pick.setAttribute("aria-label", pick.label);
    this.#pick.setAttribute("aria-pressed", String(pick.selected));
    // From ten seats on it takes two digits, for which there is no notation.
    nameKey(this.#pick, digit);
  }
}

customElements.define("table-seat", TableSeat);
