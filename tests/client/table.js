/** Tables for the tests of the browser's code. */

const RULES = { length: "points", points: 200, rounds: 5, turn_seconds: 75, more_time: true, late_take_over: true };

/** @param {string} name @param {object} more */
export function seat(name, more = {}) {
  return {
    name, kind: "human", level: null, bot: null, connected: true, away: false, ready: false, status: "active",
    numbers: [], modifiers: [], second_chance: false, played: [], round_score: 0, total: 0, ...more,
  };
}

/** A view with these seats: seat 0 is to decide unless `more` says otherwise. @param {object[]} seats @param {object} more */
export function table(seats, more = {}) {
  return {
    code: "QK7X4TDM", phase: "turn", expires_at: 0, host: 0, rules: RULES, round: 2, dealer: 0, seats,
    decision: { id: 5, seat: 0, kind: "turn", card: null, choices: ["hit", "stay"], deadline: null },
    flip_three: null, set_aside: [], draw_count: 60, discard: {}, discard_top: null, rounds: [], sheet: [],
    more_time_used: {}, reserved: {}, winner: null, ...more,
  };
}

/** @param {number} at @param {string} card @param {object} more */
export const dealt = (at, card, more = {}) => ({ type: "dealt", seat: at, card, cause: "hit", to: "numbers", score: 0, draw_count: 59, ...more });
