/** @import { Rules } from "./protocol.js" */

/** The house rules of the game, each with its usual value and the other one, in the order they are offered. */
const HOUSE_RULES = /** @type {const} */ ({
  opening_deal: [true, false],
  flip_three_bust: ["stop", "finish"],
  second_chance_use: ["play_on", "bank"],
  first_freeze: ["any", "self"],
  busted_cards: ["stay", "discard"],
});

/** @typedef {keyof typeof HOUSE_RULES} HouseRule */

export const KEYS = /** @type {HouseRule[]} */ (Object.keys(HOUSE_RULES));

/** What several can play; the challenge is for one alone. @type {Rules["preset"][]} */
export const PRESETS = ["table", "no_opening_hand", "hit_or_stick", "tracker", "five_rounds"];

/** How many points or rounds a game may have, and how many it has where nobody chooses. */
export const LENGTHS = { points: { least: 50, most: 500, usual: 200 }, rounds: { least: 1, most: 20, usual: 5 } };

/** Whether a house rule is not the usual one. @param {Rules} rules @param {HouseRule} key */
export const isOther = (rules, key) => rules[key] === HOUSE_RULES[key][1];

/** What turns a house rule on or off. @param {HouseRule} key @param {boolean} other @returns {Partial<Rules>} */
export const turned = (key, other) => ({ [key]: HOUSE_RULES[key][Number(other)] });

/**
 * The rules with another preset: what belongs to the table stays, what belongs to the game is the preset's.
 * @param {Rules} rules @param {Rules["preset"]} preset @returns {Partial<Rules>}
 */
export function withPreset({ turn_seconds, more_time, odds, late_take_over, pace }, preset) {
  return { preset, turn_seconds, more_time, odds, late_take_over, pace };
}

/** A number somebody typed, as the nearest that is possible; null where it is none. @param {string} typed @param {{ least: number, most: number }} range */
export function within(typed, { least, most }) {
  const number = Math.round(Number(typed));
  return typed.trim() === "" || !Number.isFinite(number) ? null : Math.min(most, Math.max(least, number));
}

/**
 * In what a table differs from the usual one: names of rules, in the order they are told.
 * @param {Rules} rules @param {number} turnSeconds a turn's usual time
 * @returns {(HouseRule | "points" | "rounds" | "challenge" | "turn" | "more_time" | "odds" | "late_take_over" | "pace")[]}
 */
export function differences(rules, turnSeconds) {
  const { length } = rules;
  const ends = length !== "points" || rules.points !== LENGTHS.points.usual ? [length] : [];
  const switched = /** @type {const} */ (["more_time", "odds", "late_take_over"]).filter((key) => !rules[key]);
  return [
    ...ends,
    ...KEYS.filter((key) => isOther(rules, key)),
    ...(rules.turn_seconds === turnSeconds ? [] : /** @type {const} */ (["turn"])),
    ...switched,
    ...(rules.pace === "normal" ? [] : /** @type {const} */ (["pace"])),
  ];
}
