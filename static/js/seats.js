/** @import { GameEvent, Seat, View, You } from "./protocol.js" */
/** @import { StepView } from "./steps.js" */
import { SOON_SECONDS } from "./clock.js";
import { fill } from "./phrase.js";
import { BADGE, BANNER, SEAT, TIMER } from "./text.js";

/**
 * What the table's elements are given: the view on display, the server's newest one, and whose page it is.
 * Prompts, presence and time come from `truth`; cards, points and badges from `view`.
 * `you`: all seats of this browser; `moreTime`: whether the viewer may ask for more time.
 * @typedef {{
 *   view: StepView, truth: View, me: number | null, you: You, mini: boolean, moreTime: boolean,
 * }} TableModel
 * @typedef {{ text: string, icon: string | null, look: "turn" | "wait" | "in" | "stay" | "freeze" | "bust" }} Badge
 */

/**
 * The other seats clockwise, starting with the one after the viewer; all of them for a watcher.
 * @param {number} count @param {number | null} me
 */
export function opponents(count, me) {
  const first = me === null ? 0 : me + 1;
  return Array.from({ length: me === null ? count : count - 1 }, (_, i) => (first + i) % count);
}

/** The most seats that are shown in full; a bigger table has a short line for each. */
const MOST_IN_FULL = 6;

/** Whether a table is too big to show every seat in full. @param {View} view */
export const isBig = ({ seats }) => seats.length > MOST_IN_FULL;

/** Whether some seats have numbers of two digits, so that one digit decides nothing. @param {View} view */
export const twoDigits = ({ seats }) => seats.length > 9;

/** Seats in the same order, but those still in the round first. @param {View} view @param {number[]} order */
export function stillInFirst({ seats }, order) {
  const active = (/** @type {number} */ seat) => seats[seat]?.status === "active";
  return [...order.filter(active), ...order.filter((seat) => !active(seat))];
}

/** Whether several play at this browser, so that "you" names nobody. */
let shared = false;

/** @param {boolean} now */
export function share(now) {
  shared = now;
}

/** Whether a seat is the one reader's own. @param {number | null} seat @param {number | null} me */
export const isYou = (seat, me) => seat === me && !shared;

/** Through whose eyes things are told: nobody's where several share the page. @param {number | null} me */
export const tellerOf = (me) => (isYou(me, me) ? me : null);

/** A seat's name as its own viewer reads it. @param {View} view @param {number} seat @param {number | null} me */
export function nameOf(view, seat, me) {
  return isYou(seat, me) ? SEAT.you : (view.seats[seat]?.name ?? "");
}

/**
 * The next seat that will be asked for its turn, where that is certain.
 * @param {View} view
 */
export function nextUp({ decision, seats, flip_three }) {
  if (decision?.kind !== "turn" || flip_three) return null;
  const order = seats.map((_, i) => (decision.seat + 1 + i) % seats.length);
  const next = order.find((seat) => seats[seat]?.status === "active");
  return next === undefined || next === decision.seat ? null : next;
}

/** @type {Readonly<Record<"stayed" | "frozen" | "busted" | "flip7", Badge>>} */
const OUT = {
  stayed: { text: BADGE.stayed, icon: "i-check", look: "stay" },
  frozen: { text: BADGE.frozen, icon: "i-freeze", look: "freeze" },
  busted: { text: BADGE.busted, icon: "i-cross", look: "bust" },
  flip7: { text: BADGE.flip7, icon: "i-crown", look: "turn" },
};

/**
 * What a seat is doing, in a word.
 * @param {View} view @param {number} seat @param {number | null} me
 * @returns {Badge | null}
 */
export function badgeOf(view, seat, me) {
  const status = view.seats[seat]?.status ?? null;
  if (status === null) return null;
  if (status !== "active") return OUT[status];
  const { decision, flip_three } = view;
  if (flip_three?.seat === seat) {
    return { text: fill(BADGE.flip, { nth: Math.max(1, 3 - flip_three.left) }), icon: "i-three", look: "turn" };
  }
  if (decision?.seat === seat) {
    const own = seat === me && ownDecision(view, me)?.kind === "turn";
    return { text: own ? BADGE.your_turn : BADGE.choosing, icon: "i-play", look: "turn" };
  }
  const next = nextUp(view) === seat;
  return { text: next ? BADGE.next : BADGE.active, icon: null, look: next ? "wait" : "in" };
}

/**
 * The viewer's own badge: the turn by the server's word, and the seconds once they are few; all else by the view on
 * display.
 * @param {Pick<TableModel, "view" | "truth" | "me">} model @param {number} seconds left for the viewer's decision
 * @returns {Badge | null}
 */
export function ownBadge({ view, truth, me }, seconds) {
  if (me === null) return null;
  if (!ownDecision(truth, me)) return badgeOf(view, me, me);
  if (seconds <= SOON_SECONDS) return { text: fill(TIMER.soon, { seconds }), icon: "i-clock", look: "turn" };
  return badgeOf({ ...view, seats: truth.seats, decision: truth.decision, flip_three: null }, me, me);
}

/**
 * Why somebody is not quite there, in a word.
 * @param {Seat} seat
 * @returns {{ text: string, icon: string } | null}
 */
export function presenceOf(seat) {
  if (seat.kind === "bot")
    return seat.away ? { text: fill(BADGE.bot_for, { name: seat.name ?? "" }), icon: "i-bot" } : null;
  if (seat.kind === "human" && !seat.connected) return { text: BADGE.reconnecting, icon: "i-signal" };
  return seat.away ? { text: BADGE.away, icon: "i-away" } : null;
}

/** Whether a bot plays for this absent owner. @param {View} view @param {number | null} me */
export function botPlaysFor(view, me) {
  const seat = me === null ? undefined : view.seats[me];
  return seat?.kind === "bot" && seat.away;
}

/** The open decision, where it is the viewer's to make. @param {View} view @param {number | null} me */
export function ownDecision(view, me) {
  const { decision } = view;
  if (me === null || decision === null || decision.kind === "next_round" || decision.seat !== me) return null;
  return botPlaysFor(view, me) ? null : decision;
}

/**
 * Whether more time is to be had, by what the server said of it last.
 * @param {View} view @param {number | null} me @param {GameEvent[]} events the game so far
 */
export function hasMoreTime(view, me, events) {
  if (me === null || !view.rules.more_time) return false;
  if (!view.more_time_used[me]) return true;
  const last = events.findLast((event) => event.type === "more_time" && event.seat === me);
  return last?.type !== "more_time" || last.left > 0;
}

/** Bots' seats without an owner. @param {View} view */
export function botSeats({ seats }) {
  return seats.flatMap((seat, i) => (seat.kind === "bot" && !seat.away ? [i] : []));
}

/** The bots that somebody without a seat may take over now. @param {View} view */
export function freeBots(view) {
  const free = view.rules.late_take_over ? botSeats(view).filter((seat) => view.reserved[seat] === undefined) : [];
  return free.map((seat) => ({ seat, name: view.seats[seat]?.name ?? "" }));
}

/** Who takes over which seat when the round ends. @param {View} view @param {(seat: number) => boolean} of which seats */
export function reservedBy({ reserved, seats }, of) {
  const those = Object.entries(reserved).filter(([seat]) => of(Number(seat)));
  return those.map(([seat, name]) => fill(BANNER.taken_by, { name, who: seats[Number(seat)]?.name ?? "" })).join(" ");
}

/** Whether the round's points are part of the totals already. @param {View} view */
export function isScored(view) {
  return view.phase === "round_over" || view.phase === "game_over";
}

/**
 * A seat's points: what is banked, what this round would add, and both together.
 * @param {View} view @param {Seat} seat
 */
export function pointsOf(view, seat) {
  const banked = isScored(view) ? seat.total - seat.round_score : seat.total;
  return { banked, round: seat.round_score, after: banked + seat.round_score };
}

/**
 * The total a bar or the race runs to: the points to win, or in a game of rounds a scale that holds everybody.
 * @param {View} view
 */
export function goalOf(view) {
  if (view.rules.length !== "rounds") return view.rules.points;
  return Math.max(100, ...view.seats.map((seat) => pointsOf(view, seat).after));
}

/**
 * The repeated number of a bust or of a saved seat, else -1: the place of the card that came second.
 * @param {string[]} numbers
 */
export function duplicateAt(numbers) {
  const last = numbers.length - 1;
  return last > 0 && numbers.indexOf(numbers[last] ?? "") < last ? last : -1;
}
