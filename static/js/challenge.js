/** @import { GameEvent, View } from "./protocol.js" */
import { recall, remember } from "./memory.js";
import { fill } from "./phrase.js";
import { words } from "./words.js";

/**
 * One finished try at the challenge. `rounds` are the points of each; `daily` is the day (UTC) whose cards they were.
 * @typedef {{ id: string, daily: string | null, total: number, rounds: number[], won: boolean }} Attempt
 */

export const CHALLENGE = words.challenge;

/** The goal that attempts are kept for. */
export const GOAL = { points: 200, rounds: 5 };
/** How many attempts a browser keeps. */
const KEPT = 200;
const BARS = ["▂", "▄", "▆", "█"];
const BAR_POINTS = 20;
const NOTHING = "·";

/** @param {View} view */
export const isChallenge = ({ rules }) => rules.length === "challenge";

/**
 * The finished game as an attempt; null where it is none, or not known from its start on.
 * @param {View} view @param {GameEvent[]} events the game's
 * @returns {Attempt | null}
 */
export function attemptOf(view, events) {
  const { rules, rounds, winner, code, daily } = view;
  const started = events.find((event) => event.type === "started");
  const usual = rules.points === GOAL.points && rules.rounds === GOAL.rounds;
  if (!isChallenge(view) || !usual || view.phase !== "game_over" || started?.type !== "started") return null;
  const scores = rounds.map(([score = 0]) => score);
  const total = scores.reduce((sum, score) => sum + score, 0);
  return { id: `${code} ${started.game}`, daily, total, rounds: scores, won: winner === 0 };
}

/** The attempts with one more, once, the newest last. @param {Attempt[]} attempts @param {Attempt} attempt */
export function withAttempt(attempts, attempt) {
  return attempts.some(({ id }) => id === attempt.id) ? attempts : [...attempts, attempt].slice(-KEPT);
}

/** @param {unknown} thing @returns {thing is Attempt} */
function isAttempt(thing) {
  const { id, total, rounds } = /** @type {Partial<Attempt>} */ (thing ?? {});
  return typeof id === "string" && Number.isInteger(total) && Array.isArray(rounds);
}

/** What this browser keeps. @returns {Attempt[]} */
export function attempts() {
  try {
    const kept = /** @type {unknown} */ (JSON.parse(recall("attempts") ?? "[]"));
    return Array.isArray(kept) ? kept.filter(isAttempt) : [];
  } catch {
    return [];
  }
}

/** Keeps an attempt; all that are known then. @param {Attempt} attempt */
export function keep(attempt) {
  const all = withAttempt(attempts(), attempt);
  remember("attempts", JSON.stringify(all));
  return all;
}

/** @param {Attempt[]} all at least one */
export function summary(all) {
  const totals = all.map(({ total }) => total);
  const sum = totals.reduce((points, total) => points + total, 0);
  return { count: all.length, best: Math.max(...totals), average: Math.round(sum / all.length), reached: all.filter(({ won }) => won).length };
}

/** The attempt at a day's challenge that counts: the first. @param {Attempt[]} all @param {string} day */
export const attemptAt = (all, day) => all.find(({ daily }) => daily === day) ?? null;

/** Today's date, as the challenge of the day has it. @param {number} now ms */
export const today = (now) => new Date(now).toISOString().slice(0, 10);

/** A result to send to others, which tells no card: `Flip 7 challenge: 187 of 200 ▄▂█·▆`. @param {Attempt} attempt */
export function attemptText({ daily, total, rounds }) {
  const bar = (/** @type {number} */ score) => BARS[Math.min(BARS.length - 1, Math.floor(score / BAR_POINTS))] ?? "";
  const bars = rounds.map((score) => (score === 0 ? NOTHING : bar(score))).join("");
  const values = { total, points: GOAL.points, bars, day: daily ?? "" };
  return fill(daily === null ? CHALLENGE.share : CHALLENGE.share_day, values);
}
