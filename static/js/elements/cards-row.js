/** @import { Card, Seat } from "../protocol.js" */
import { isNumber } from "../cards.js";
import { el } from "../dom.js";
import { duplicateAt } from "../seats.js";
import { SEAT } from "../text.js";
import { FlipCard } from "./flip-card.js";

/** A hand has places for the seven numbers of a Flip 7. */
const PLACES = 7;

/** @typedef {"full" | "mini" | "ticket" | "big"} Look */

/** @param {Card | "back"} kind @param {Look} look */
export function card(kind, look) {
  const face = new FlipCard();
  face.setAttribute("card", kind);
  face.setAttribute("look", look);
  return face;
}

/**
 * Brings a list's items in line with `wanted`, leaving those alone that are right already.
 * @template T
 * @param {Element} list @param {T[]} wanted
 * @param {(item: Element, thing: T) => boolean} fits @param {(thing: T) => Element} make
 */
export function align(list, wanted, fits, make) {
  wanted.forEach((thing, i) => {
    const item = list.children[i];
    if (!item) list.append(make(thing));
    else if (!fits(item, thing)) item.replaceWith(make(thing));
  });
  while (list.children.length > wanted.length) list.lastElementChild?.remove();
}

/**
 * All cards of a seat, the one among them that it has just been dealt and that lies nowhere yet.
 * @param {{ numbers: Element, extras: Element }} lists @param {Seat} seat @param {Card | null} passing
 * @param {{ look: Look, goal?: boolean }} how `goal` marks the last place as the way to the bonus
 */
export function showHand({ numbers, extras }, seat, passing, how) {
  const isNext = passing !== null && isNumber(passing);
  showNumbers(numbers, isNext ? [...seat.numbers, passing] : seat.numbers, how);
  showExtras(extras, seat, isNext ? null : passing);
}

/**
 * The seven places of a hand: its numbers in the order they came, then empty places.
 * @param {Element} list @param {Card[]} numbers @param {{ look: Look, goal?: boolean }} how
 */
function showNumbers(list, numbers, { look, goal = false }) {
  const second = duplicateAt(numbers);
  const first = second < 0 ? -1 : numbers.indexOf(/** @type {Card} */ (numbers[second]));
  const places = Array.from({ length: Math.max(PLACES, numbers.length) }, (_, i) => {
    const number = numbers[i];
    if (number) return `${number} ${look} ${i === second ? "second" : i === first ? "first" : ""}`;
    return goal && i === PLACES - 1 ? "goal" : `slot ${look}`;
  });
  align(
    list,
    places,
    (item, place) => item.getAttribute("data-place") === place,
    (place) => {
      const [kind = "", , copy] = place.split(" ");
      if (kind === "goal" || kind === "slot") return emptyPlace(place, kind, look);
      const face = card(/** @type {Card} */ (kind), look);
      if (copy === "second") face.setAttribute("duplicate", "");
      return el("li", { "data-place": place, class: copy === "first" ? "twin" : "" }, face);
    },
  );
}

/** @param {string} place @param {string} kind @param {Look} look */
function emptyPlace(place, kind, look) {
  const mini = look === "mini" ? " mini" : "";
  const slot = el("li", {
    "data-place": place,
    class: `slot${mini}${kind === "goal" ? " goal" : ""}`,
    "aria-hidden": "true",
  });
  if (kind === "goal") slot.append(el("span", {}, el("span", { class: "nth" }, SEAT.goal), SEAT.bonus));
  return slot;
}

/**
 * A seat's cards that are no numbers: modifiers, its Second Chance, what was played on it, and a card in its hand.
 * @param {Element} list @param {Seat} seat @param {Card | null} held
 */
function showExtras(list, seat, held) {
  const cards = [
    ...seat.modifiers,
    ...(seat.second_chance ? /** @type {const} */ (["second_chance"]) : []),
    ...seat.played,
  ];
  const wanted = [...cards.map((kind) => `${kind} lies`), ...(held ? [`${held} held`] : [])];
  align(
    list,
    wanted,
    (item, thing) => item.getAttribute("data-extra") === thing,
    (thing) => {
      const [kind, how] = thing.split(" ");
      const item = el(
        "li",
        { "data-extra": thing, class: how === "held" ? "held" : "" },
        card(/** @type {Card} */ (kind), "ticket"),
      );
      if (seat.played.includes(/** @type {any} */ (kind))) item.classList.add("played");
      return item;
    },
  );
}
