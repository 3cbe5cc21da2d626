/** @import { Game, Place } from "./game.js" */
/** @import { Hand } from "./hand.js" */
import { el, say } from "../dom.js";
import { icon } from "../elements/flip-card.js";
import { Echo, Unseen } from "../guard.js";
import { recall, remember } from "../memory.js";
import { counted, fill } from "../phrase.js";
import { cardFace, cardName } from "../text-cards.js";
import { nextPlace, withHand } from "./game.js";
import { canGrow, EMPTY, isFlip7, MODIFIERS, MOST_TYPED, NUMBERS, readHand, tapModifier, tapNumber, typeIn, writeHand } from "./hand.js";
import { PointsPad } from "./points-pad.js";
import { onPress } from "./press.js";
import { button } from "./setup.js";
import { doubtText, pointsText, SAID, sum } from "./words.js";

/** What this browser remembers of how hands are put in. */
const WAY = "score-way";

/**
 * What becomes of a hand, and what leads back from it.
 * @typedef {{ put: (hand: string) => void, back: () => void }} Ways
 */
/**
 * Whose hand is asked for. `hand`: what is proposed; `isKnown`: it is there and may be changed; `said`: what the last one
 * brought, with `also` for those who hear the page; `back`: what leads back, "" where nothing does.
 * @typedef {{ game: Game, place: Place, hand: string | null, isKnown: boolean, said: string, also: string, back: string }} Question
 */

/**
 * One player's hand after the other: a tile a card, or a pad for the points as a number. A bust is one tap and no more, and
 * points that no further digit can follow are put in by their last one.
 */
export class ScoreEntry extends HTMLElement {
  #title = el("h2", { tabindex: "-1" });
  #where = el("p");
  #told = el("p", { class: "sum", role: "status" });
  /** The points as far as they are typed, for those who press keys without seeing the field. */
  #heard = el("p", { class: "sr", role: "status" });
  #doubt = el("p", { class: "doubt", role: "status" });
  /** @type {Map<number, HTMLButtonElement>} */
  #numbers = new Map(NUMBERS.map((number) => [number, this.#tile(String(number), (hand) => tapNumber(hand, number))]));
  /** @type {Map<string, HTMLButtonElement>} */
  #modifiers = new Map(MODIFIERS.map((card) => [card, this.#tile(card, (hand) => tapModifier(hand, card))]));
  #cards = el(
    "div",
    { class: "hand" },
    el("div", { class: "tiles", role: "group", "aria-label": SAID.numbers }, ...this.#numbers.values(), this.#bust()),
    el("div", { class: "tiles six", role: "group", "aria-label": SAID.modifiers }, ...this.#modifiers.values()),
  );
  #pad = new PointsPad(this.#bust());
  #problem = el("p", { class: "wrong", id: "typed-problem", role: "alert" });
  #other = button("chip", "", () => this.#changeWay());
  #next = el("button", { class: "btn primary" });
  #back;
  #echo = new Echo();
  /** What leads on from no cards: before, it led on from the last hand, which may have gone on by itself. */
  #none = new Unseen();
  /** Whether this browser's hands are put in as points; one that is proposed may be otherwise. */
  #isForPoints = recall(WAY) === "points";
  #hand = EMPTY;
  /** @type {Question | null} */
  #asked = null;
  #ways;

  /** @param {Ways} ways */
  constructor(ways) {
    super();
    this.#ways = ways;
    this.#back = el("button", { type: "button", class: "btn second" });
    const head = el("header", {}, el("div", {}, this.#title, this.#where), this.#other, this.#told, this.#pad.box);
    const foot = el("div", { class: "foot" }, this.#back, this.#next);
    const form = el("form", { novalidate: true }, head, this.#heard, this.#doubt, this.#problem, this.#cards, this.#pad, foot);
    this.#back.addEventListener("click", (click) => this.#goBack(click));
    this.#next.addEventListener("click", (click) => this.#press(click));
    form.addEventListener("submit", (event) => event.preventDefault());
    this.#pad.onType((isSettled) => this.#type(isSettled));
    this.append(form);
  }

  /** Whether there is something that is not put in yet. */
  get isTouched() {
    return this.#asked !== null && (this.#asked.isKnown || this.text !== "" || this.#pad.value !== "");
  }

  /** The hand as it stands. */
  get text() {
    return writeHand(this.#hand);
  }

  /** @param {Question} question whose hand comes next */
  ask(question) {
    const { game, place, hand, isKnown, back } = question;
    this.#asked = question;
    this.#none.changes();
    this.#hand = hand === null ? EMPTY : readHand(hand);
    const { typed, bust } = this.#hand;
    const isOpen = bust || (this.text === "" && !isKnown);
    const who = game.players[place.seat] ?? "";
    this.#title.replaceChildren(el("bdi", {}, who));
    say(this.#where, isKnown ? fill(SAID.where_change, { round: place.round + 1 }) : whereIn(game, place));
    say(this.#back, back);
    this.#back.hidden = back === "";
    this.#pad.ask(who, typed === null ? "" : String(typed));
    this.#showWay(typed !== null || (isOpen && this.#isForPoints));
    this.#tell(true);
  }

  /** Where a keyboard goes on: at the points where these are typed. Where this is at the page's edge, that stays as it is. */
  focusStart() {
    if (this.#pad.hidden) this.#title.focus({ preventScroll: true });
    else this.#pad.focusField();
    if (this.getBoundingClientRect().bottom > innerHeight + 1) this.scrollIntoView();
  }

  /** @param {string} hand @param {EventTarget | null} by what was pressed */
  #put(hand, by) {
    this.#echo.follows(by);
    this.#ways.put(hand);
  }

  /** The hand is as it should be. @param {MouseEvent} click */
  #press(click) {
    const isMissing = this.text === "" && (!this.#pad.hidden || this.#none.blocks(click));
    if (isMissing || this.#echo.is(this.#next, click)) return this.focusStart();
    this.#put(this.text, this.#next);
  }

  /** A second tap must not take back what the first has only led to. @param {MouseEvent} click */
  #goBack(click) {
    if (this.#echo.is(this.#back, click)) return;
    this.#echo.follows(this.#back);
    this.#ways.back();
  }

  #bust() {
    const bust = el("button", { type: "button", class: "tile bust" }, SAID.bust);
    bust.addEventListener("click", (click) => {
      if (!this.#echo.is(bust, click)) this.#put("bust", bust);
    });
    return bust;
  }

  /** @param {string} card @param {(hand: Hand) => Hand} tap */
  #tile(card, tap) {
    const tile = el("button", { type: "button", class: "tile", "aria-pressed": "false", "aria-label": cardName(card) }, cardFace(card));
    if (/^\d+$/.test(card)) tile.dataset.n = card;
    onPress(tile, () => {
      this.#hand = tap(this.#hand);
      this.#echo.follows(null);
      this.#tell(true);
    });
    return tile;
  }

  /** From cards to points or back; the other players' hands are put in the same way. */
  #changeWay() {
    const toPoints = this.#pad.hidden === true;
    this.#isForPoints = toPoints;
    remember(WAY, toPoints ? "points" : "cards");
    this.#hand = EMPTY;
    this.#pad.ask(this.#title.textContent ?? "", "");
    this.#showWay(toPoints);
    this.#tell(true);
    if (toPoints) this.#pad.focusField();
  }

  /** @param {boolean} isPoints */
  #showWay(isPoints) {
    this.#cards.hidden = isPoints;
    this.#pad.hidden = !isPoints;
    this.#pad.box.hidden = !isPoints;
    say(this.#other, isPoints ? SAID.tapped : SAID.typed);
  }

  /** @param {boolean} isSettled */
  #type(isSettled) {
    const hand = typeIn(this.#pad.value);
    this.#hand = hand ?? EMPTY;
    this.#echo.follows(null);
    this.#tell(hand !== null);
    const typed = hand?.typed ?? null;
    if (isSettled && typed !== null && !canGrow(typed) && !this.#asked?.isKnown) this.#put(this.text, null);
  }

  /** @param {boolean} isRight whether what was typed are points that a hand can have */
  #tell(isRight) {
    say(this.#problem, isRight ? "" : fill(SAID.wrong_points, { most: MOST_TYPED }));
    this.#pad.wrong = !isRight;
    this.#show();
  }

  #show() {
    if (!this.#asked) return;
    const { game, place, isKnown } = this.#asked;
    const { numbers, modifiers } = this.#hand;
    const isFull = isFlip7(this.#hand);
    for (const [number, tile] of this.#numbers) {
      const isDown = numbers.includes(number);
      tile.setAttribute("aria-pressed", String(isDown));
      tile.setAttribute("aria-disabled", String(isFull && !isDown));
    }
    for (const [card, tile] of this.#modifiers) tile.setAttribute("aria-pressed", String(modifiers.includes(card)));
    this.classList.toggle("flip7", isFull);
    this.#showSum(this.#asked);
    const isEmpty = this.text === "";
    const isNone = isEmpty && this.#pad.hidden === true && !isKnown;
    say(this.#next, isKnown ? SAID.save : isNone ? SAID.next_none : onward(game, place));
    this.#next.setAttribute("aria-disabled", String(isEmpty && !this.#pad.hidden));
    this.#next.classList.toggle("primary", !isNone);
    this.#next.classList.toggle("second", isNone);
    say(this.#doubt, doubtText(withHand(game, place, this.text), place.round));
  }

  /** How the cards add up; before there are any, and beside points, what was put in last. @param {Question} question */
  #showSum({ game, place, said, also, isKnown }) {
    const { bust, typed } = this.#hand;
    const isSum = bust || (this.#pad.hidden && (this.text !== "" || isKnown));
    const note = this.#pad.hidden ? fill(SAID.tapped_note, { who: game.players[place.seat] ?? "" }) : SAID.typed_note;
    const told = el("p");
    if (isSum) told.append(el("b", {}, pointsText(this.#hand)), " ", el("span", {}, sum(this.#hand)));
    else if (said) told.append(icon("i-check"), el("span", {}, said, el("span", { class: "sr" }, `, ${also}`)));
    else if (!isKnown) told.append(note);
    // Only where it differs: each digit would have it read out again.
    if (told.textContent !== this.#told.textContent) this.#told.replaceChildren(...told.childNodes);
    say(this.#heard, typed === null ? "" : pointsText(this.#hand));
  }
}

/** Which round, and how many hands are still to come. @param {Game} game @param {Place} place */
function whereIn({ hands, players }, { round }) {
  const known = (hands[round] ?? []).filter((hand) => hand !== null).length;
  return counted(SAID.where, players.length - known, { round: round + 1 });
}

/** What the main button says: whose hand comes next. @param {Game} game @param {Place} place */
function onward(game, place) {
  const after = nextPlace(withHand(game, place, "=0"));
  if (after?.round !== place.round) return fill(SAID.finish, { round: place.round + 1 });
  return fill(SAID.next, { who: game.players[after.seat] ?? "" });
}

customElements.define("score-entry", ScoreEntry);
