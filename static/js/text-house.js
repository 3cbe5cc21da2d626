/** The house rules of a table, in words. */
/** @import { Rules } from "./protocol.js" */
import { differences } from "./house-rules.js";
import { fill } from "./phrase.js";
import { turnTime } from "./text-lobby.js";
import { words } from "./words.js";

export const HOUSE = words.house;

/**
 * What differs from the usual rules at a table, a sentence each.
 * @param {Rules} rules @param {number} turnSeconds a turn's usual time
 */
export function differencesSaid(rules, turnSeconds) {
  const { here, rules: texts } = HOUSE;
  return differences(rules, turnSeconds).map((key) => {
    if (key in texts) return texts[/** @type {keyof typeof texts} */ (key)].text;
    if (key === "turn") return rules.turn_seconds === 0 ? here.no_timer : fill(here.turn, { time: turnTime(rules.turn_seconds) });
    const { points, rounds } = rules;
    return fill(here[/** @type {Exclude<keyof typeof here, "title" | "usual">} */ (key)], { points, rounds });
  });
}
