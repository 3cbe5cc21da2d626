/** @import { GameEvent } from "./protocol.js" */
import { settings } from "./settings.js";
import { tellEvents } from "./tell.js";
import { Timers } from "./timers.js";

/** What others do within this time is said in one go. */
const JOIN_MS = 1500;

/** Events that concern everybody. @type {ReadonlySet<GameEvent["type"]>} */
const RESULTS = new Set(["flip7", "round_scored", "game_won", "started"]);

/** Whether a seat acts in an event, or bears it. @param {GameEvent} event @param {number | null} me */
function concerns(event, me) {
  const roles = /** @type {Partial<Record<"seat" | "by" | "to" | "target", unknown>>} */ (/** @type {unknown} */ (event));
  return me !== null && [roles.seat, roles.by, roles.to, roles.target].includes(me);
}

/** Has events read out, as far as their listener wants: all, one's own and results, or none. */
export class EventSpeaker {
  /** @type {string[]} */
  #waiting = [];
  #timers = new Timers();

  /** @param {(sentence: string) => void} say */
  constructor(say = tellEvents) {
    this.say = say;
  }

  /** @param {GameEvent} event @param {string} sentence @param {number | null} me */
  hear(event, sentence, me) {
    const near = RESULTS.has(event.type) || concerns(event, me);
    if (settings.spoken === "off" || (settings.spoken === "mine" && !near)) return;
    this.#waiting.push(sentence);
    if (near) this.#speak();
    else if (!this.#timers.has("join")) this.#timers.set("join", JOIN_MS, () => this.#speak());
  }

  #speak() {
    this.#timers.stop("join");
    this.say(this.#waiting.splice(0).join(" "));
  }
}
