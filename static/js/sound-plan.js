/** @import { GameEvent } from "./protocol.js" */
/** @import { StepView } from "./steps.js" */

/**
 * One sound of a voice: `at` and `ms` in milliseconds, `hz` and `to` where its pitch begins and ends; noise has none.
 * @typedef {{ wave: "sine" | "triangle" | "noise", hz: number, to: number, at: number, ms: number }} Tone
 */

/** C D E G A C' D': one more for each number, so that tension climbs. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66];
const FIFTH = 3;
const NOTE_MS = 120;

/** @param {number} hz @param {number} ms @param {Partial<Tone>} [more] @returns {Tone} */
const tone = (hz, ms, more = {}) => ({ wave: "sine", hz, to: hz, at: 0, ms, ...more });

/** @type {Tone} */
const CARD = tone(0, 40, { wave: "noise" });
const STAY = [tone(180, NOTE_MS)];
const FREEZE = [tone(1760, 180), tone(2217, 180)];
const SECOND_CHANCE = [tone(SCALE[0] ?? 0, NOTE_MS), tone(SCALE[FIFTH] ?? 0, NOTE_MS, { at: NOTE_MS })];
const BUST = [tone(220, 260, { wave: "triangle", to: 140 })];
const FLIP_7 = SCALE.map((hz, i) => tone(hz, NOTE_MS, { at: i * 60 }));

/** It is your turn. */
export const TURN = [tone(660, 90), tone(880, 90, { at: 90 })];
/** Ten seconds left. */
export const HURRY = [tone(1000, 30)];

/** @param {Extract<GameEvent, { type: "dealt" }>} event @param {StepView} after */
function card({ seat, to }, after) {
  const count = new Set(after.seats[seat]?.numbers).size;
  const note = to === "numbers" ? SCALE[count - 1] : undefined;
  if (to === "second_chance") return [CARD, ...SECOND_CHANCE];
  return note === undefined ? [CARD] : [CARD, tone(note, NOTE_MS)];
}

/**
 * How an event sounds. `after`: the table once it has happened.
 * @param {GameEvent} event @param {StepView} after
 * @returns {Tone[]}
 */
export function soundOf(event, after) {
  switch (event.type) {
    case "dealt":
      return card(event, after);
    case "stayed":
      return STAY;
    case "frozen":
      return FREEZE;
    case "saved":
      return SECOND_CHANCE;
    case "busted":
      return BUST;
    case "flip7":
      return FLIP_7;
    default:
      return [];
  }
}

/** What is heard of events that come at once, the weightiest first. @type {GameEvent["type"][]} */
const WEIGHT = ["flip7", "busted", "frozen", "saved", "stayed", "dealt"];

/** @param {GameEvent["type"]} one @param {GameEvent["type"]} other whether `one` is to be heard rather than `other` */
export function outweighs(one, other) {
  return WEIGHT.indexOf(one) <= WEIGHT.indexOf(other);
}

/** How an event of the viewer's own feels: milliseconds on and off. @type {Partial<Record<GameEvent["type"], number[]>>} */
export const SHAKES = { busted: [60, 40, 60], flip7: [30, 30, 30, 30, 120] };
export const TURN_SHAKE = [30];
