/** @import { Reaction } from "../protocol.js" */
/** @import { TableModel } from "../seats.js" */
import { act } from "../act.js";
import { isWarning, SOON_SECONDS } from "../clock.js";
import { el, say } from "../dom.js";
import { nameKey } from "../keys.js";
import { fill, sentences, written } from "../phrase.js";
import { isScored, isYou, nameOf, ownBadge, ownDecision, pointsOf } from "../seats.js";
import { QUESTION, SEAT, TIMER } from "../text.js";
import { card, showHand } from "./cards-row.js";
import { showBadge, showStatus } from "./table-seat.js";
import { SeatBubble } from "./seat-bubble.js";
import { setTimer, TurnTimer } from "./turn-timer.js";

/**
 * The viewer's own seat: ring, cards, points; the question in its place where a target is asked.
 * Dispatches `act` for more time, and `warn` (detail: seconds) when time grows short.
 */
export class OwnSeat extends HTMLElement {
  #heading = el("h2", { class: "sr" }, SEAT.your_seat);
  #timer = new TurnTimer();
  #name = el("b", { class: "you" }, SEAT.you);
  #badge = el("span", { class: "badge" });
  #dealer = el("span", { class: "dealer", role: "img", "aria-label": SEAT.dealer_role }, SEAT.dealer_mark);
  #more = el(
    "button",
    { type: "button", class: "chip more", hidden: true, "aria-label": TIMER.more_label },
    TIMER.more,
  );
  #ask = el("b");
  #note = el("span");
  #asked = card("freeze", "big");
  #prompt = el("div", { class: "prompt", hidden: true }, this.#asked, el("p", {}, this.#ask, " ", this.#note));
  #extras = el("ul", { class: "mods", role: "list", "aria-label": SEAT.your_extras });
  #count = el("span", { class: "count" });
  #round = el("b");
  #total = el("b");
  #numbers = el("ul", { class: "row", role: "list" });
  #bubble = new SeatBubble();
  /** @type {TableModel | null} */
  #model = null;
  /** Until the deadline, where there is one. */
  #seconds = Infinity;

  connectedCallback() {
    if (this.firstChild) return;
    const points = el("p", { class: "tot" });
    points.append(el("span", {}, `${SEAT.round} `, this.#round), el("span", {}, `${SEAT.total} `, this.#total));
    this.append(
      this.#heading,
      el("div", { class: "who" }, this.#timer, this.#name, this.#badge, this.#dealer, this.#more),
      this.#prompt,
      el("div", { class: "extras" }, this.#extras, this.#count),
      points,
      this.#numbers,
      this.#bubble,
    );
    this.#timer.addEventListener("second", (event) => this.#second(/** @type {CustomEvent<number>} */ (event).detail));
    this.#more.addEventListener("click", () => this.moreTime());
  }

  /** Asks for another minute, where there is one to be had. */
  moreTime() {
    const decision = this.#model?.truth.decision;
    if (!decision || this.#more.hidden) return;
    act(this, { do: "more_time", decision: decision.id });
  }

  /** @param {TableModel} model @param {string} aside how many set-aside cards there are to play, if any */
  update(model, aside) {
    const { view, truth, me } = model;
    const seat = me === null ? undefined : view.seats[me];
    if (!seat || me === null) return;
    this.#model = model;
    const own = ownDecision(truth, me);
    const question = own?.kind === "target" ? own : null;
    showStatus(this, seat);
    this.classList.toggle("mine", own !== null);
    this.classList.toggle("asked", question !== null);
    this.#prompt.hidden = question === null;
    if (question) {
      this.#asked.card = question.card;
      say(this.#ask, QUESTION[question.card].ask);
      say(this.#note, sentences(QUESTION[question.card].note, aside));
    }
    setTimer(this.#timer, own?.deadline ?? null, truth.rules.turn_seconds, own?.deadline ? null : String(me + 1));
    if (!own?.deadline) {
      this.#seconds = Infinity;
      this.#more.hidden = true;
    }
    this.#showBadge(model);
    this.#dealer.hidden = view.dealer !== me;
    this.#showCards(model);
    const { banked, after } = pointsOf(view, seat);
    say(this.#round, written(seat.round_score));
    say(this.#total, written(isScored(view) ? after : banked));
  }

  /** @param {Reaction} reaction */
  react(reaction) {
    this.#bubble.show(reaction);
  }

  /** @param {TableModel} model */
  #showBadge(model) {
    const badge = ownBadge(model, this.#seconds);
    showBadge(this.#badge, badge);
    const { view, me } = model;
    say(this.#name, nameOf(view, me ?? -1, me));
    this.#name.hidden = badge?.look === "turn" && isYou(me, me);
  }

  /** @param {TableModel} model */
  #showCards({ view, me }) {
    const seat = me === null ? undefined : view.seats[me];
    if (!seat) return;
    const passing = view.passing?.seat === me ? view.passing.card : null;
    const count = new Set(seat.numbers).size;
    showHand({ numbers: this.#numbers, extras: this.#extras }, seat, passing, { look: "full", goal: true });
    this.#numbers.setAttribute("aria-label", fill(SEAT.your_numbers, { count }));
    say(this.#count, fill(SEAT.count, { count }));
  }

  /** @param {number} seconds */
  #second(seconds) {
    const model = this.#model;
    if (!model || model.me === null) return;
    const warns = isWarning(this.#seconds, seconds);
    this.#seconds = seconds;
    this.#more.hidden = seconds > SOON_SECONDS || !model.moreTime;
    nameKey(this.#more, "T");
    this.#showBadge(model);
    if (warns) {
      this.dispatchEvent(new CustomEvent("warn", { bubbles: true, detail: { seconds, more: !this.#more.hidden } }));
    }
  }
}

customElements.define("own-seat", OwnSeat);
