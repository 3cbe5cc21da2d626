/** @import { Game, Place } from "./game.js" */
/** @import { Hand } from "./hand.js" */
import { el, say } from "../dom.js";
import { counted, fill } from "../phrase.js";
import { cardFace, cardName } from "../text-cards.js";
import { nextPlace, withHand } from "./game.js";
import { EMPTY, isFlip7, MODIFIERS, MOST_TYPED, NUMBERS, readHand, tapBust, tapModifier, tapNumber, typeIn, writeHand } from "./hand.js";
import { button } from "./setup.js";
import { doubtText, pointsText, SAID, sum } from "./words.js";

/** One player's hand of a round, tapped in: a tile a card, or the points as a number. */
export class ScoreEntry extends HTMLElement {
  #title = el("h1", { tabindex: "-1" });
  #formula = el("span");
  #points = el("b");
  #doubt = el("p", { class: "doubt", role: "status" });
  /** @type {Map<number, HTMLButtonElement>} */
  #numbers = new Map(NUMBERS.map((number) => [number, this.#tile(String(number), (hand) => tapNumber(hand, number))]));
  /** @type {Map<string, HTMLButtonElement>} */
  #modifiers = new Map(MODIFIERS.map((card) => [card, this.#tile(card, (hand) => tapModifier(hand, card))]));
  #bust = this.#tile("bust", tapBust);
  #typed = el("input", { id: "typed", inputmode: "numeric", autocomplete: "off", enterkeyhint: "next", "aria-describedby": "typed-problem" });
  #problem = el("p", { class: "wrong", id: "typed-problem", role: "alert" });
  #hand = EMPTY;
  #game;
  #place;

  /**
   * @param {Game} game @param {Place} place whose hand; it may be known already
   * @param {{ put: (hand: string) => void, leave: () => void }} ways
   */
  constructor(game, place, ways) {
    super();
    this.#game = game;
    this.#place = place;
    const known = game.hands[place.round]?.[place.seat] ?? null;
    this.#hand = known === null ? EMPTY : readHand(known);
    if (this.#hand.typed !== null) this.#typed.value = String(this.#hand.typed);
    this.#build(known !== null, ways);
    this.#show();
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** @param {boolean} isKnown @param {{ put: (hand: string) => void, leave: () => void }} ways */
  #build(isKnown, { put, leave }) {
    const { round, seat } = this.#place;
    this.#title.append(el("bdi", {}, this.#game.players[seat] ?? ""));
    this.#bust.classList.add("bust");
    const numbers = el("div", { class: "tiles", role: "group", "aria-label": SAID.numbers }, ...this.#numbers.values(), this.#bust);
    const modifiers = el("div", { class: "tiles six", role: "group", "aria-label": SAID.modifiers }, ...this.#modifiers.values());
    const typed = el("div", { class: "field typed" }, el("label", { for: "typed" }, SAID.typed), this.#typed);
    const next = el("button", { class: "btn primary" }, this.#onward(isKnown));
    const foot = el("div", { class: "foot" }, button("btn second", SAID.to_scores, leave), next);
    const form = el("form", { novalidate: true }, numbers, modifiers, typed, this.#problem, foot, this.#doubt);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#problem.textContent === "") put(writeHand(this.#hand));
      else this.#typed.focus();
    });
    this.#typed.addEventListener("input", () => this.#type());
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
    const isBust = card === "bust";
    const tile = el("button", { type: "button", class: "tile", "aria-pressed": "false" }, isBust ? SAID.bust : cardFace(card));
    if (!isBust) tile.setAttribute("aria-label", cardName(card));
    if (/^\d+$/.test(card)) tile.dataset.n = card;
    tile.addEventListener("click", () => {
      this.#hand = tap(this.#hand);
      this.#typed.value = "";
      say(this.#problem, "");
      this.#show();
    });
    return tile;
  }

  #type() {
    const hand = typeIn(this.#typed.value);
    say(this.#problem, hand ? "" : fill(SAID.wrong_points, { most: MOST_TYPED }));
    this.#typed.setAttribute("aria-invalid", String(hand === null));
    this.#hand = hand ?? EMPTY;
    this.#show();
  }

  #show() {
    const { numbers, modifiers, bust } = this.#hand;
    const isFull = isFlip7(this.#hand);
    for (const [number, tile] of this.#numbers) {
      const isDown = numbers.includes(number);
      tile.setAttribute("aria-pressed", String(isDown));
      tile.setAttribute("aria-disabled", String(isFull && !isDown));
    }
    for (const [card, tile] of this.#modifiers) tile.setAttribute("aria-pressed", String(modifiers.includes(card)));
    this.#bust.setAttribute("aria-pressed", String(bust));
    this.classList.toggle("flip7", isFull);
    say(this.#points, pointsText(this.#hand));
    say(this.#formula, sum(this.#hand));
    const { round } = this.#place;
    say(this.#doubt, doubtText(withHand(this.#game, this.#place, writeHand(this.#hand)), round));
  }
}

customElements.define("score-entry", ScoreEntry);
