/** @import { GameEvent, View } from "./protocol.js" */
/** @import { StepView } from "./steps.js" */
import { step } from "./steps.js";

/**
 * One step of the table: from `before` to `after`. `event` is null where the server's own view takes over;
 * `pace` is the part of its natural time a motion may take, 0 where there is none.
 * @typedef {{
 *   before: StepView, after: StepView, event: GameEvent | null, previous: GameEvent | null, pace: number,
 * }} Step
 * @typedef {{ event: GameEvent, previous: GameEvent | null, ms: number } | { view: View, ms: 0 }} Queued
 */

/** How far the table may lag behind the truth, in milliseconds: usually, and while a whole row of cards falls. */
const LAG_MS = 600;
const LONG_LAG_MS = 2400;
/** Motion squeezed beyond this part of its time is no longer readable: then the table jumps. */
const LEAST_PACE = 0.35;

/** How long an event stands before the next, in milliseconds. @type {Partial<Record<GameEvent["type"], number>>} */
const HOLD_MS = {
  saved: 420,
  busted: 280,
  stayed: 160,
  frozen: 300,
  flip_three: 300,
  passed: 240,
  set_aside: 0,
  discarded: 120,
  reshuffled: 200,
  flip7: 1860,
  round_scored: 500,
};
const DEAL_MS = { opening: 150, hit: 240, flip_three: 650 };

/**
 * A card that busts does not wait for that, and those whose round another ends bank together.
 * @param {GameEvent} event @param {GameEvent | undefined} next
 */
function hold(event, next) {
  if (event.type === "stayed" && event.why === "round_end") return 0;
  if (event.type !== "dealt") return HOLD_MS[event.type] ?? 0;
  return next?.type === "busted" ? 0 : DEAL_MS[event.cause];
}

/** @param {Queued} item */
function isLong(item) {
  if ("view" in item) return false;
  const { event } = item;
  return event.type === "flip7" || event.type === "round_scored" || (event.type === "dealt" && event.cause !== "hit");
}

/**
 * Shows what happened event by event. Its view trails the server's by a moment and never contradicts it: a card, its
 * points, its badge and its line of the log come in one step, and where the lag would grow the table jumps to the
 * truth. Who wants it fast is never behind: all that happened moves at once.
 */
export class Player {
  /** @type {Queued[]} */
  #queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pace = 1;
  /** The event on display, and when it has stood long enough. @type {{ item: Queued | null, until: number }} */
  #standing = { item: null, until: 0 };

  /**
   * @param {StepView} view @param {(step: Step) => void} show
   * @param {() => number} tempo parts of its natural time that motion takes, 0 for none
   * @param {() => number} now milliseconds
   */
  constructor(view, show, tempo, now = () => performance.now()) {
    this.view = view;
    this.show = show;
    this.tempo = tempo;
    this.now = now;
  }

  get busy() {
    return this.#timer !== undefined;
  }

  /**
   * Shows a change: its events one by one, then the view that came with it.
   * @param {GameEvent[]} events @param {View} view
   */
  play(events, view) {
    for (const [i, event] of events.entries()) {
      this.#queue.push({ event, previous: events[i - 1] ?? null, ms: hold(event, events[i + 1]) });
    }
    this.#queue.push({ view, ms: 0 });
    const total = this.#queue.reduce((sum, { ms }) => sum + ms, 0);
    const { item, until } = this.#standing;
    const first = this.busy ? Math.max(0, until - this.now()) : 0;
    const long = this.#queue.some(isLong) || (this.busy && item !== null && isLong(item));
    const lag = long ? LONG_LAG_MS : LAG_MS;
    const most = (lag - first) / Math.max(total, 1);
    const tempo = this.tempo();
    this.#pace = Math.min(tempo, most);
    if (most < LEAST_PACE) this.finish();
    else if (tempo < 1) this.finish(tempo);
    else if (!this.busy) this.#run();
  }

  /** Shows everything that is still to come at once. @param {number} pace of whatever moves on the way */
  finish(pace = 0) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const item of this.#queue.splice(0)) this.#step(item, pace);
  }

  /** The truth without a story. @param {View} view */
  jump(view) {
    this.finish();
    this.#step({ view, ms: 0 }, 0);
  }

  #run() {
    for (;;) {
      const item = this.#queue.shift();
      if (!item) return;
      this.#step(item, this.#pace);
      const ms = item.ms * this.#pace;
      if (ms === 0) continue;
      this.#standing = { item, until: this.now() + ms };
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#run();
      }, ms);
      return;
    }
  }

  /** @param {Queued} item @param {number} pace */
  #step(item, pace) {
    const before = this.view;
    const event = "view" in item ? null : item.event;
    this.view = "view" in item ? item.view : step(before, item.event);
    this.show({ before, after: this.view, event, previous: "view" in item ? null : item.previous, pace });
  }
}
