/** @import { ActionCard, GameEvent } from "./protocol.js" */
/** @import { TableModel } from "./seats.js" */
import { recall, remember } from "./memory.js";
import { isScored, ownDecision } from "./seats.js";

/**
 * What a newcomer is told at the moment it matters: that a second card of a kind busts, what an action does, how a round
 * adds up, who is next after a long chain.
 * @typedef {"duplicate" | "next" | ActionCard | "score"} Hint
 * @typedef {Pick<TableModel, "view" | "truth" | "me">} Scene
 */

/** More than this nobody is told in one browser, whatever happens. */
export const MOST_HINTS = 5;
/** These two keep a place among them. @type {readonly Hint[]} */
const ESSENTIAL = ["duplicate", "score"];
const KEPT_AS = "hints";
/** So many Flip Threes and set-aside cards in one turn make it hard to see whose turn it was. */
const LONG_CHAIN = 2;
/** Risk is worth a word from so many numbers on. */
const SOME_NUMBERS = 2;

/** @type {readonly ActionCard[]} */
const ACTIONS = ["freeze", "flip_three", "second_chance"];

/** Whether a card lies anywhere on the table, or waits for its target. @param {Scene["view"]} view @param {ActionCard} card */
function isOut({ seats, passing, decision, set_aside }, card) {
  const lies = seats.some(({ played, second_chance }) => played.includes(card) || (card === "second_chance" && second_chance));
  return lies || passing?.card === card || decision?.card === card || set_aside.some(({ cards }) => cards.includes(card));
}

/** Whether the table shows all that was decided so far, and the question that is open. @param {Scene} scene */
function isCaughtUp({ view, truth }) {
  return truth.decision !== null && view.decision?.id === truth.decision.id;
}

/** @param {Scene} scene */
function risksDuplicate(scene) {
  const seat = scene.me === null ? undefined : scene.truth.seats[scene.me];
  if (!seat || !isCaughtUp(scene) || ownDecision(scene.truth, scene.me)?.kind !== "turn") return false;
  return seat.numbers.length >= SOME_NUMBERS && !seat.second_chance;
}

/**
 * Whose turn the last one was, where it went on through a long chain of Flip Threes; else null.
 * @param {GameEvent[]} events the game so far
 */
export function chainedTurn(events) {
  const first = events.findLastIndex((event) => event.type === "dealt" && event.cause === "hit");
  const card = events[first];
  if (card?.type !== "dealt") return null;
  const turn = events.slice(first);
  if (turn.some(({ type }) => type === "round_started")) return null;
  const links = turn.filter(({ type }) => type === "flip_three" || type === "set_aside");
  return links.length >= LONG_CHAIN ? card.seat : null;
}

/** @param {Scene} scene @param {GameEvent[]} events */
function followsChain(scene, events) {
  return scene.truth.decision?.kind === "turn" && isCaughtUp(scene) && chainedTurn(events) !== null;
}

/**
 * The hints whose moment it is, the most urgent one first; none for somebody who only watches.
 * @param {Scene} scene @param {GameEvent[]} events the game so far @param {string} page `table` or `sheet`
 * @returns {Hint[]}
 */
export function moments(scene, events, page) {
  if (scene.me === null) return [];
  if (page === "sheet") return scene.view.sheet.length > 0 ? ["score"] : [];
  if (page !== "table" || isScored(scene.view)) return [];
  return [
    ...(risksDuplicate(scene) ? /** @type {const} */ (["duplicate"]) : []),
    ...(followsChain(scene, events) ? /** @type {const} */ (["next"]) : []),
    ...ACTIONS.filter((card) => isOut(scene.view, card)),
  ];
}

/** The hints this browser has had. @returns {Set<string>} */
const kept = () => new Set((recall(KEPT_AS) ?? "").split(" ").filter(Boolean));

/** @param {Set<string>} had */
const keep = (had) => remember(KEPT_AS, [...had].join(" "));

/** Whether this browser has had any hint, so that there is something to begin anew. */
export const hadHints = () => kept().size > 0;

/** Lets all hints come once more, each at its next moment. */
export const resetHints = () => keep(new Set());

/** @param {Hint} hint @param {Set<string>} had */
function hasRoom(hint, had) {
  const reserved = ESSENTIAL.filter((other) => other !== hint && !had.has(other));
  return had.size + reserved.length < MOST_HINTS;
}

/**
 * Which hint stands on the page. Each comes once in a browser. It stays until it is dismissed, the question or the page
 * it belongs to is gone, or the risk of a duplicate has to be told: then it comes back afterwards.
 */
export class Hints {
  /** @type {Hint | null} */
  shown = null;
  /** What this page has shown, for browsers that keep nothing. @type {Set<string>} */
  #had = new Set();

  /**
   * Takes note of the moment; true where another hint, or none, is to be shown from now on.
   * @param {Hint[]} now the hints whose moment it is @param {string} page
   */
  update(now, page) {
    const was = this.shown;
    if (was !== null && !this.#stands(was, now, page)) this.shown = null;
    const next = this.#next(now);
    if (next === "duplicate" && this.shown !== null) this.#forget(this.shown);
    if (next !== null && (this.shown === null || next === "duplicate")) this.#show(next);
    return this.shown !== was;
  }

  dismiss() {
    this.shown = null;
  }

  /** @param {Hint} hint @param {Hint[]} now @param {string} page */
  #stands(hint, now, page) {
    if (hint === "duplicate" || hint === "score") return now.includes(hint);
    return page === "table";
  }

  /** @param {Hint[]} now */
  #next(now) {
    if (now.length === 0) return null;
    const had = this.#all();
    return now.find((hint) => !had.has(hint) && hasRoom(hint, had)) ?? null;
  }

  #all() {
    if (recall(KEPT_AS) !== null) this.#had = kept();
    return this.#had;
  }

  /** @param {Hint} hint */
  #show(hint) {
    this.shown = hint;
    keep(this.#had.add(hint));
  }

  /** @param {Hint} hint */
  #forget(hint) {
    this.#had.delete(hint);
    keep(this.#had);
  }
}
