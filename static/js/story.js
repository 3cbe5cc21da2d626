/** @import { Line } from "./announce.js" */
/** @import { GameEvent, LoggedChange, View } from "./protocol.js" */
/** @import { StepView } from "./steps.js" */
import { lineFor } from "./announce.js";
import { rewound, step } from "./steps.js";

/** A seat's comings and goings are told at most once in this time. */
const CHATTER_MS = 60_000;

/** Turns events into lines of the log, one after the other, and leaves out a line that flickers. */
export class Story {
  /** When a seat's lost connection was told last, by seat. @type {Map<number, number>} */
  #lost = new Map();
  /** Seats whose last loss was not told, so that their return is not either. @type {Set<number>} */
  #untold = new Set();

  /**
   * @param {GameEvent} event
   * @param {{ before: View, after: View, me: number | null, previous: GameEvent | null, now: number }} scene
   *   `now`: when it happened
   * @returns {Line | null}
   */
  tell(event, scene) {
    return this.#flickers(event, scene.now) ? null : lineFor(event, scene);
  }

  /** @param {GameEvent} event @param {number} now */
  #flickers(event, now) {
    if ((event.type !== "away" && event.type !== "back") || event.why !== "connection") return false;
    const { seat } = event;
    if (event.type === "back") return this.#untold.delete(seat);
    if (now - (this.#lost.get(seat) ?? -Infinity) < CHATTER_MS) {
      this.#untold.add(seat);
      return true;
    }
    this.#lost.set(seat, now);
    return false;
  }

  /**
   * Tells changes from their first event on; `view` is what one arrives at.
   * @param {LoggedChange[]} changes @param {View} view @param {number | null} me
   */
  retell(changes, view, me) {
    return this.goOn(
      changes,
      rewound(
        view,
        changes.flatMap((change) => change.events),
      ),
      me,
    );
  }

  /**
   * Tells changes that begin at a known view.
   * @param {LoggedChange[]} changes @param {StepView} view @param {number | null} me
   * @returns {Line[]}
   */
  goOn(changes, view, me) {
    /** @type {Line[]} */
    const lines = [];
    let before = view;
    for (const { events, now } of changes) {
      events.forEach((event, i) => {
        const after = step(before, event);
        const line = this.tell(event, { before, after, me, previous: events[i - 1] ?? null, now });
        if (line) lines.push(line);
        before = after;
      });
    }
    return lines;
  }
}
