/** @import { GameEvent, View } from "./protocol.js" */
import { counted, fill, listed, sentences, written } from "./phrase.js";
import { isBig, isYou, nameOf } from "./seats.js";
import { HEADLINE, HISTORY, OVER, SHEET } from "./text-sheet.js";

/** Seats by total, the highest first. @param {View} view */
export function ranking(view) {
  return view.seats
    .map((_, seat) => seat)
    .toSorted((a, b) => (view.seats[b]?.total ?? 0) - (view.seats[a]?.total ?? 0) || a - b);
}

/** So many lead the field of a big table. */
const FIELD = 6;

/** The seats that a race or a chart has room for, by number: all, or at a big table who leads and the viewer. @param {View} view @param {number | null} me */
export function field(view, me) {
  if (!isBig(view)) return view.seats.map((_, seat) => seat);
  const ranked = ranking(view);
  return ranked.filter((seat, i) => i < FIELD || seat === me).toSorted((a, b) => a - b);
}

/**
 * The three columns of the podium: who shares a total shares a place, and the last column holds all who are level.
 * @param {View} view
 * @returns {{ place: number, seats: number[] }[]}
 */
export function podium(view) {
  /** @type {{ place: number, seats: number[], total: number }[]} */
  const columns = [];
  ranking(view).forEach((seat, i) => {
    const total = view.seats[seat]?.total ?? 0;
    const last = columns.at(-1);
    const level = last?.total === total;
    if (columns.length < 3) columns.push({ place: level ? last.place : i + 1, seats: [seat], total });
    else if (level) last.seats.push(seat);
  });
  return columns.map(({ place, seats }) => ({ place, seats }));
}

/** @param {View} view */
function leading(view) {
  const total = Math.max(...view.seats.map((seat) => seat.total));
  return { total, seats: view.seats.flatMap((seat, i) => (seat.total === total ? [i] : [])) };
}

/** Whether only a tie keeps the game from being over. @param {View} view */
function isTie(view) {
  const { total, seats } = leading(view);
  const far = view.rules.length === "rounds" ? view.round >= view.rules.rounds : total >= view.rules.points;
  return far && seats.length > 1;
}

/** The one thing to say about a finished round. @param {View} view @param {number | null} me */
export function headline(view, me) {
  const { total, seats } = leading(view);
  const { round } = view;
  const flip7 = view.seats.findIndex((seat) => seat.status === "flip7");
  if (flip7 >= 0) return isYou(flip7, me) ? HEADLINE.flip7_you : fill(HEADLINE.flip7, { who: nameOf(view, flip7, null) });
  if (view.rules.length === "challenge") return fill(HEADLINE.challenge, { round, total, points: view.rules.points });
  if (isTie(view)) return fill(HEADLINE.tie, { total });
  return fill(seats.length === 1 && isYou(seats[0] ?? null, me) ? HEADLINE.lead : HEADLINE.plain, { round });
}

/** The one thing to say about a finished game. @param {View} view @param {number | null} me */
export function verdict(view, me) {
  const { winner } = view;
  const total = view.seats[winner ?? 0]?.total ?? 0;
  if (winner === null) return fill(HEADLINE.lost, { total });
  return isYou(winner, me)
    ? fill(HEADLINE.win_you, { total })
    : fill(HEADLINE.win, { who: nameOf(view, winner, null), total });
}

/** Where the game stands after a round, in a sentence or two. @param {View} view @param {number | null} me */
export function standing(view, me) {
  const { total, seats } = leading(view);
  const [only] = seats;
  const names = listed(seats.map((seat) => nameOf(view, seat, null)));
  const leads =
    only !== undefined && seats.length === 1
      ? fill(isYou(only, me) ? SHEET.leads.you : SHEET.leads.other, { who: names, total })
      : fill(SHEET.shared, { names, total });
  const { length, points, rounds } = view.rules;
  const over = fill(SHEET.over, { round: view.round });
  if (length === "challenge")
    return sentences(over, counted(SHEET.challenge_left, rounds - view.round, { points: Math.max(0, points - total) }));
  if (length === "rounds" && view.round < rounds)
    return sentences(over, counted(SHEET.rounds_left, rounds - view.round, { leads }));
  if (length !== "rounds" && total < points) return sentences(over, fill(SHEET.nobody_yet, { leads, points }));
  return sentences(over, fill(SHEET.just_leads, { leads }));
}

/** Who is waited for between rounds: people who are there, and how many of them are ready. @param {View} view */
export function readiness(view) {
  const people = view.seats.filter((seat) => seat.kind === "human" && seat.connected && !seat.away);
  return { people: people.length, ready: people.filter((seat) => seat.ready).length };
}

/** A result to send to others. @param {View} view */
export function resultText(view) {
  const totals = ranking(view).map((seat) => `${nameOf(view, seat, null)} ${written(view.seats[seat]?.total ?? 0)}`);
  return fill(OVER.result, { totals: totals.join(", ") });
}

/** The result, and below it the points of each round in the same order. @param {View} view */
export function historyText(view) {
  const order = ranking(view);
  const lines = view.rounds.map((round, i) => {
    const scores = order.map((seat) => `${nameOf(view, seat, null)} ${round[seat] ?? 0}`);
    return fill(HISTORY.line, { round: i + 1, scores: scores.join(", ") });
  });
  return [resultText(view), ...lines].join("\n");
}

/** How often each seat appears. @param {number[]} seats @returns {Map<number, number>} */
function tally(seats) {
  const counts = new Map();
  for (const seat of seats) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  return counts;
}

/** The seat that chose to stay with the most different numbers. @param {GameEvent[]} events */
function closestCall(events) {
  /** @type {Map<number, number>} */
  let held = new Map();
  let best = { seat: -1, count: 0 };
  for (const event of events) {
    if (event.type === "round_started") held = new Map();
    if (event.type === "dealt" && event.to === "numbers") held.set(event.seat, (held.get(event.seat) ?? 0) + 1);
    if (event.type !== "stayed" || event.why !== "chosen") continue;
    const count = held.get(event.seat) ?? 0;
    if (count > best.count) best = { seat: event.seat, count };
  }
  return best;
}

/**
 * Four small facts about a finished game.
 * @param {View} view @param {GameEvent[]} events the whole game @param {number | null} me
 * @returns {{ name: string, value: string }[]}
 */
export function facts(view, events, me) {
  const who = (/** @type {number} */ seat) => nameOf(view, seat, me);
  const scores = view.rounds.flatMap((round, i) => round.map((score, seat) => ({ score, seat, round: i + 1 })));
  const best = scores.reduce((top, next) => (next.score > top.score ? next : top), { score: 0, seat: 0, round: 0 });
  const busts = tally(events.flatMap((event) => (event.type === "busted" ? [event.seat] : [])));
  const bust_count = [...busts.values()].reduce((sum, count) => sum + count, 0);
  const [unlucky] = [...busts].toSorted((a, b) => b[1] - a[1]);
  const flips = events.flatMap((event) => (event.type === "flip7" ? [event.seat] : []));
  const close = closestCall(events);
  return [
    {
      name: OVER.best_round,
      value: best.round
        ? fill(OVER.best_round_value, { who: who(best.seat), count: best.score, round: best.round })
        : OVER.none,
    },
    {
      name: OVER.busts,
      value: unlucky
        ? fill(OVER.busts_value, { count: bust_count, most: unlucky[1], who: who(unlucky[0]) })
        : OVER.none,
    },
    {
      name: OVER.flip7s,
      value: flips.length
        ? fill(OVER.by_name, { count: flips.length, names: listed([...new Set(flips)].map(who)) })
        : OVER.none,
    },
    {
      name: OVER.closest,
      value: close.count ? fill(OVER.closest_value, { who: who(close.seat), count: close.count }) : OVER.none,
    },
  ];
}
