/** @import { TableAir } from "./air.js" */
/** @import { GameEvent } from "./protocol.js" */
import { placeOf } from "./air.js";
import { isNumber } from "./cards.js";

/** The number cards in front of a seat. @param {Element} seat */
export const numbersOf = (seat) => [...seat.querySelectorAll(".row > li:not(.slot)")];

/** Where a seat's next number comes to lie. @param {Element} seat */
export const slotOf = (seat) => placeOf(seat.querySelector(".row > .slot"));

/** The card in a list's item. @param {Element | null | undefined} item */
export const faceIn = (item) => item?.querySelector("flip-card") ?? null;

/** A picture of a card, to fly in its stead. @param {Element | null} face */
export const copyOf = (face) => /** @type {Element | null} */ (face?.cloneNode(true) ?? null);

/**
 * The place where a card has just come to lie.
 * @param {Element} seat @param {Extract<GameEvent, { type: "dealt" }>} event
 */
export function newest(seat, { card, to }) {
  if (isNumber(card)) return numbersOf(seat).at(-1);
  if (to === "second_chance") return seat.querySelector(".mods > [data-extra^=second_chance]");
  const lies = to === "modifiers" ? ".mods > :not(.held, .played, [data-extra^=second_chance])" : ".mods > .held";
  return [...seat.querySelectorAll(lies)].at(-1);
}

/**
 * Where things are on the table. Everything an event needs is measured in one go, before the table changes.
 */
export class Stage {
  /**
   * @param {Element} table @param {(seat: number) => Element | null} seatAt
   * @param {TableAir} air
   */
  constructor(table, seatAt, air) {
    this.table = table;
    this.seatAt = seatAt;
    this.air = air;
  }

  /** @param {string[]} selectors of which at most one is to be seen */
  #shown(...selectors) {
    for (const selector of selectors) {
      const place = placeOf(this.table.querySelector(selector));
      if (place) return place;
    }
    return null;
  }

  get deck() {
    return this.#shown("draw-pile .pile", "table-header .back-mini");
  }

  get discard() {
    return this.#shown("draw-pile .disc > *", "table-header .back-mini.d");
  }

  /** The card at one of the three places of the tray. @param {number} nth from 0 */
  inTray(nth) {
    return this.table.querySelector(`flip-three-tray .step > :nth-child(${nth + 1})`);
  }

  /** What waits in the tray's corner. */
  get waiting() {
    return [...this.table.querySelectorAll("flip-three-tray .aside flip-card")];
  }
}
