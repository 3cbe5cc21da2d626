/** @import { Seat, View } from "../protocol.js" */
import { actOnce, takeBack } from "../act.js";
import { countDown } from "../clock.js";
import { el, say } from "../dom.js";
import { enterSheet } from "../entrance.js";
import { fill } from "../phrase.js";
import { headline, readiness, standing } from "../scores.js";
import { botPlaysFor, nameOf, pointsOf } from "../seats.js";
import { BANNER } from "../text.js";
import { SHEET } from "../text-sheet.js";
import { FirstHint } from "./first-hint.js";
import { RaceTrack } from "./race-track.js";
import { ScoreHistory } from "./score-history.js";
import { scoreTable } from "./score-table.js";

/** The scores between two rounds. Dispatches `act` (ready, or an owner back on a bot's seat) and `see-table`. */
export class ScoreSheet extends HTMLElement {
  hint = new FirstHint();
  #title = el("h1", { tabindex: "-1" });
  #standing = el("p");
  #dealer = el("p", { class: "dealer-next" });
  #table = el("div", { class: "rows" });
  #next = el("b");
  #others = el("span");
  #see = el("button", { type: "button", class: "btn second" }, SHEET.see_table);
  #ready = el("button", { type: "button", class: "btn primary" });
  #back = el("button", { type: "button", class: "btn primary" }, BANNER.take_back);
  #race = new RaceTrack();
  #history = new ScoreHistory();
  #shown = "";
  /** @type {number | null} */
  #me = null;
  #stop = () => {};

  connectedCallback() {
    if (this.firstChild) return;
    this.#see.addEventListener("click", () => this.dispatchEvent(new CustomEvent("see-table", { bubbles: true })));
    this.#ready.addEventListener("click", () => actOnce(this.#ready, { do: "ready" }));
    this.#back.addEventListener("click", () => takeBack(this.#back, this.#me));
    this.append(
      el("header", {}, el("div", {}, this.#title, this.#standing, this.hint), this.#dealer),
      this.#table,
      this.#race,
      el("p", { class: "rule" }, SHEET.rule),
      this.#history,
      el("div", { class: "foot" }, el("p", {}, this.#next, this.#others), this.#see, this.#ready, this.#back),
    );
  }

  disconnectedCallback() {
    this.#stop();
  }

  /** @param {View} view as it was when the round was over @param {View} truth @param {number | null} me */
  update(view, truth, me) {
    this.#me = me;
    const shown = JSON.stringify([view.round, view.seats.map(({ name, total }) => [name, total]), me]);
    if (shown !== this.#shown) this.#fill(view, me);
    this.#shown = shown;
    const over = truth.phase === "round_over" && truth.round === view.round;
    this.#countDown(over ? (truth.decision?.deadline ?? null) : null, over, truth);
    const botPlays = botPlaysFor(truth, me);
    this.#ready.hidden = !over || me === null || botPlays;
    this.#back.hidden = !botPlays;
    const waiting = me !== null && (truth.seats[me]?.ready ?? false);
    this.#ready.setAttribute("aria-disabled", String(waiting));
    say(this.#ready, waiting ? SHEET.waiting : fill(SHEET.ready, { round: view.round + 1 }));
  }

  /** The round has just ended: its points are added up. @param {View} view */
  enter(view) {
    enterSheet(this, (seat) => pointsOf(view, /** @type {Seat} */ (view.seats[seat])));
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** @param {View} view @param {number | null} me */
  #fill(view, me) {
    say(this.#title, headline(view, me));
    say(this.#standing, standing(view, me));
    this.#race.update({ view, me });
    this.#history.update(view, me);
    const dealer = ((view.dealer ?? 0) + 1) % view.seats.length;
    say(this.#dealer, fill(SHEET.dealer_next, { who: nameOf(view, dealer, me) }));
    this.#table.replaceChildren(scoreTable(view, me));
  }

  /** @param {number | null} deadline @param {boolean} over @param {View} truth */
  #countDown(deadline, over, truth) {
    this.#stop();
    const counts = readiness(truth);
    if (!over) {
      say(this.#next, fill(SHEET.started, { round: truth.round }));
      say(this.#others, "");
    } else if (deadline === null) {
      say(this.#next, counts.people > 1 ? fill(SHEET.next_all, counts) : SHEET.next_ready);
      say(this.#others, "");
    } else {
      this.#stop = countDown(deadline, (seconds) => say(this.#next, fill(SHEET.next_in, { seconds })));
      say(this.#others, fill(SHEET.or_ready, counts));
    }
  }
}

customElements.define("score-sheet", ScoreSheet);
