/** @import { Attempt } from "../challenge.js" */
/** @import { GameEvent, View } from "../protocol.js" */
import { actOnce, takeBack } from "../act.js";
import { attemptOf, attemptText, isChallenge, keep } from "../challenge.js";
import { canShare, copyText, share } from "../copy.js";
import { el, say } from "../dom.js";
import { enterPodium } from "../entrance.js";
import { fill, written } from "../phrase.js";
import { facts, podium, resultText, verdict } from "../scores.js";
import { botPlaysFor, nameOf } from "../seats.js";
import { tell } from "../tell.js";
import { BANNER } from "../text.js";
import { OVER } from "../text-sheet.js";
import { icon } from "./flip-card.js";
import { OwnAttempts } from "./own-attempts.js";
import { ScoreHistory } from "./score-history.js";
import { showMarked } from "./marked-dialog.js";
import { scoreTable } from "./score-table.js";

/** The end of a game: who won, everybody's total, what happened, and the way on. Dispatches `act` (rematch, take_over). */
export class GameOver extends HTMLElement {
  #crown = icon("i-crown");
  #title = el("h1", { tabindex: "-1" });
  #podium = el("ol", { class: "podium", role: "list", "aria-label": OVER.podium });
  #facts = el("dl", { class: "facts" });
  #history = new ScoreHistory();
  #attempts = new OwnAttempts();
  /** What the viewer has played alone. @type {Attempt | null} */
  #attempt = null;
  #table = el("div", { class: "rows" });
  #again = el("button", { type: "button", class: "btn primary" }, OVER.again);
  #back = el("button", { type: "button", class: "btn primary" }, BANNER.take_back);
  #waiting = el("p", { class: "waits" });
  #share = el("button", { type: "button", class: "btn second" }, OVER.share);
  #shown = "";
  /** @type {View | null} */
  #view = null;
  /** @type {number | null} */
  #me = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.#again.addEventListener("click", () => actOnce(this.#again, { do: "rematch" }));
    this.#back.addEventListener("click", () => takeBack(this.#back, this.#me));
    this.#share.addEventListener("click", () => this.#shareResult());
    const home = el("a", { class: "btn second", href: "/" }, OVER.home);
    this.append(
      el("header", {}, this.#crown, this.#title),
      this.#podium,
      this.#attempts,
      el("div", { class: "foot" }, this.#waiting, home, this.#share, this.#back, this.#again),
      el("section", { class: "about" }, el("h2", {}, OVER.facts), this.#facts),
      this.#history,
      el("section", {}, el("h2", {}, OVER.last_round), this.#table),
    );
  }

  /**
   * @param {View} view as the game ended @param {View} truth @param {number | null} me
   * @param {GameEvent[]} events the whole game, as far as it is known
   */
  update(view, truth, me, events) {
    this.#view = view;
    this.#me = me;
    const back = botPlaysFor(truth, me) ?? false;
    const host = truth.host === me;
    this.#back.hidden = !back;
    this.#again.hidden = !host;
    this.#waiting.hidden = host;
    say(this.#waiting, fill(OVER.waiting_host, { who: nameOf(truth, truth.host, null) }));
    const shown = JSON.stringify([view.seats.map(({ name, total }) => [name, total]), events.length, me]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    say(this.#title, verdict(view, me));
    this.#crown.toggleAttribute("hidden", view.winner === null);
    this.#podium.replaceChildren(...podium(view).map((column, i) => step(view, column, i, me)));
    this.#facts.replaceChildren(
      ...facts(view, events, me).map(({ name, value }) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    );
    this.#showAttempt(view, me, events);
    this.#history.update(view, me);
    this.#table.replaceChildren(scoreTable(view, me));
  }

  /** Alone there is no podium, but what one has done before. @param {View} view @param {number | null} me @param {GameEvent[]} events */
  #showAttempt(view, me, events) {
    this.#attempt = me === null ? null : attemptOf(view, events);
    this.#podium.hidden = isChallenge(view);
    this.#attempts.hidden = this.#attempt === null;
    if (this.#attempt) this.#attempts.update(keep(this.#attempt));
  }

  /** The game has just ended. */
  enter() {
    enterPodium(this);
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  async #shareResult() {
    if (!this.#view) return;
    const text = this.#attempt ? attemptText(this.#attempt) : resultText(this.#view);
    if (canShare()) return share({ text });
    if (await copyText(text)) tell(this, OVER.shared);
    else showMarked({ title: OVER.share, text });
  }
}

/**
 * One of the three steps, as high as its place.
 * @param {View} view @param {{ place: number, seats: number[] }} column @param {number} i which of the three
 * @param {number | null} me
 */
function step(view, { place, seats }, i, me) {
  const total = view.seats[seats[0] ?? 0]?.total ?? 0;
  const mine = seats.some((seat) => seat === me);
  const item = el("li", { class: `place p${place} at${i + 1}${mine ? " you" : ""}` });
  item.append(
    ...seats.map((seat) => el("b", { class: "name" }, el("bdi", {}, nameOf(view, seat, me)))),
    el("span", { class: "points", "data-points": String(total) }, written(total)),
    el("span", { class: "step" }, OVER.places[place - 1] ?? ""),
  );
  return item;
}

customElements.define("game-over", GameOver);
