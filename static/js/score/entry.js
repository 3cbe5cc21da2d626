/** @import { Game, Place } from "./game.js" */
/** @import { Hand } from "./hand.js" */
import { el, say } from "../dom.js";
import { guarded } from "../guard.js";
import { recall, remember } from "../memory.js";
import { counted, fill } from "../phrase.js";
import { cardFace, cardName } from "../text-cards.js";
import { nextPlace, withHand } from "./game.js";
import { EMPTY, isFlip7, MODIFIERS, MOST_TYPED, NUMBERS, readHand, tapModifier, tapNumber, typeIn, writeHand } from "./hand.js";
import { PointsPad } from "./points-pad.js";
import { button } from "./setup.js";
import { doubtText, pointsText, SAID, sum } from "./words.js";

/** What this browser remembers of how hands are put in. */
const WAY = "score-way";

/**
 * What becomes of a hand. `back`: to the one before, null where there is none to go back to.
 * @typedef {{ put: (hand: string) => void, leave: () => void, back: (() => void) | null }} Ways
 */

/** One player's hand of a round: a tile a card, or a pad for the points as a number; a bust is one tap and no more. */
export class ScoreEntry extends HTMLElement {
  #title = el("h1", { tabindex: "-1" });
  #formula = el("span");
  #points = el("b");
  #doubt = el("p", { class: "doubt", role: "status" });
  /** @type {Map<number, HTMLButtonElement>} */
  #numbers = new Map(NUMBERS.map((number) => [number, this.#tile(String(number), (hand) => tapNumber(hand, number))]));
  /** @type {Map<string, HTMLButtonElement>} */
  #modifiers = new Map(MODIFIERS.map((card) => [card, this.#tile(card, (hand) => tapModifier(hand, card))]));
  #cards = el(
    "div",
    { class: "hand" },
    el("div", { class: "tiles", role: "group", "aria-label": SAID.numbers }, ...this.#numbers.values()),
    el("div", { class: "tiles six", role: "group", "aria-label": SAID.modifiers }, ...this.#modifiers.values()),
  );
  #pad;
  #problem = el("p", { class: "wrong", id: "typed-problem", role: "alert" });
  #other = button("chip", "", () => this.#changeWay());
  #hand;
  #game;
  #place;

  /**
   * @param {Game} game @param {Place} place whose hand; it may be known already
   * @param {string | null} hand what is proposed
   * @param {Ways} ways
   */
  constructor(game, place, hand, ways) {
    super();
    this.#game = game;
    this.#place = place;
    this.#hand = hand === null ? EMPTY : readHand(hand);
    // The finger on the last hand's button must not put in this one.
    const bust = () => guarded(button("tile bust", SAID.bust, () => ways.put("bust")));
    this.#cards.firstElementChild?.append(bust());
    this.#pad = new PointsPad(game.players[place.seat] ?? "", bust());
    if (this.#hand.typed !== null) this.#pad.value = String(this.#hand.typed);
    this.#build(ways);
    this.#showWay(this.#hand.typed !== null || (hand === null && recall(WAY) === "points"));
    this.#show();
  }

  /** Where a keyboard goes on: at the points where these are typed. */
  focusStart() {
    if (this.#pad.hidden) this.#title.focus({ preventScroll: true });
    else this.#pad.focusField();
  }

  /** @param {Ways} ways */
  #build({ put, leave, back }) {
    const { round, seat } = this.#place;
    const isKnown = (this.#game.hands[round]?.[seat] ?? null) !== null;
    this.#title.append(el("bdi", {}, this.#game.players[seat] ?? ""));
    const next = guarded(el("button", { class: "btn primary" }, this.#onward(isKnown)));
    const foot = el("div", { class: "foot" }, button("btn second", SAID.to_scores, leave), next);
    const chips = el("div", { class: "ways" }, this.#other);
    if (back) chips.append(button("chip", SAID.undo, back));
    const form = el("form", { novalidate: true }, this.#cards, this.#pad, this.#problem, chips, foot, this.#doubt);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#problem.textContent === "") put(writeHand(this.#hand));
      else this.#pad.focusField();
    });
    this.#pad.addEventListener("input", () => this.#type());
    const where = isKnown ? fill(SAID.where_change, { round: round + 1 }) : this.#where();
    const head = el("header", {}, el("div", {}, this.#title, el("p", {}, where)), el("p", { class: "sum", role: "status" }, this.#points, " ", this.#formula));
    this.append(head, form);
  }

  /** Which round, and how many hands are still to come. */
  #where() {
    const { hands, players } = this.#game;
    const known = (hands[this.#place.round] ?? []).filter((hand) => hand !== null).length;
    return counted(SAID.where, players.length - known, { round: this.#place.round + 1 });
  }

  /** What the main button says: whose hand comes next. @param {boolean} isKnown */
  #onward(isKnown) {
    if (isKnown) return SAID.save;
    const { round } = this.#place;
    const after = nextPlace(withHand(this.#game, this.#place, "=0"));
    if (after?.round !== round) return fill(SAID.finish, { round: round + 1 });
    return fill(SAID.next, { who: this.#game.players[after.seat] ?? "" });
  }

  /** @param {string} card @param {(hand: Hand) => Hand} tap */
  #tile(card, tap) {
    const tile = el("button", { type: "button", class: "tile", "aria-pressed": "false", "aria-label": cardName(card) }, cardFace(card));
    if (/^\d+$/.test(card)) tile.dataset.n = card;
    tile.addEventListener("click", () => {
      this.#hand = tap(this.#hand);
      this.#pad.value = "";
      this.#tell(true);
    });
    return tile;
  }

  /** From cards to points or back; the other players' hands are put in the same way. */
  #changeWay() {
    const toPoints = this.#pad.hidden === true;
    remember(WAY, toPoints ? "points" : "cards");
    this.#showWay(toPoints);
    if (toPoints) this.#pad.focusField();
  }

  /** @param {boolean} isPoints */
  #showWay(isPoints) {
    this.#cards.hidden = isPoints;
    this.#pad.hidden = !isPoints;
    say(this.#other, isPoints ? SAID.tapped : SAID.typed);
  }

  #type() {
    const hand = typeIn(this.#pad.value);
    this.#hand = hand ?? EMPTY;
    this.#tell(hand !== null);
  }

  /** @param {boolean} isRight whether what was typed are points that a hand can have */
  #tell(isRight) {
    say(this.#problem, isRight ? "" : fill(SAID.wrong_points, { most: MOST_TYPED }));
    this.#pad.wrong = !isRight;
    this.#show();
  }

  #show() {
    const { numbers, modifiers } = this.#hand;
    const isFull = isFlip7(this.#hand);
    for (const [number, tile] of this.#numbers) {
      const isDown = numbers.includes(number);
      tile.setAttribute("aria-pressed", String(isDown));
      tile.setAttribute("aria-disabled", String(isFull && !isDown));
    }
    for (const [card, tile] of this.#modifiers) tile.setAttribute("aria-pressed", String(modifiers.includes(card)));
    this.classList.toggle("flip7", isFull);
    say(this.#points, pointsText(this.#hand));
    say(this.#formula, sum(this.#hand));
    const { round } = this.#place;
    say(this.#doubt, doubtText(withHand(this.#game, this.#place, writeHand(this.#hand)), round));
  }
}

customElements.define("score-entry", ScoreEntry);
