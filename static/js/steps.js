/** @import { ActionCard, Card, GameEvent, ModifierCard, NumberCard, Seat, View } from "./protocol.js" */
import { isNumber } from "./cards.js";
import { never } from "./never.js";

/**
 * A view on its way from one change to the next. `passing` is a card that lies nowhere yet: one that asks for a target,
 * or one that leaves with a Second Chance.
 * @typedef {View & { passing?: { seat: number, card: Card } | null }} StepView
 */

/**
 * @template {GameEvent["type"]} K
 * @typedef {(view: StepView, event: Extract<GameEvent, { type: K }>) => StepView} Step
 */

/** @param {StepView} view @param {number} at @param {(seat: Seat) => Partial<Seat>} next @returns {StepView} */
function withSeat(view, at, next) {
  return { ...view, seats: view.seats.map((seat, i) => (i === at ? { ...seat, ...next(seat) } : seat)) };
}

/** @param {StepView} view @param {Card[]} cards @returns {StepView} */
function discarding(view, cards) {
  const discard = { ...view.discard };
  for (const card of cards) discard[card] = (discard[card] ?? 0) + 1;
  return { ...view, discard, discard_top: cards.at(-1) ?? view.discard_top };
}

/** @type {Step<"dealt">} */
function dealt(view, { seat, card, cause, to, score, draw_count }) {
  const three = view.flip_three;
  /** @type {StepView} */
  const next = {
    ...view,
    draw_count,
    decision: null,
    passing: to === "choice" || to === "discard" ? { seat, card } : null,
    flip_three:
      cause === "flip_three" && three ? { ...three, left: three.left - 1, cards: [...three.cards, card] } : three,
  };
  return withSeat(next, seat, (was) => ({
    round_score: score,
    ...(to === "numbers" && { numbers: [...was.numbers, /** @type {NumberCard} */ (card)] }),
    ...(to === "modifiers" && { modifiers: [...was.modifiers, /** @type {ModifierCard} */ (card)] }),
    ...(to === "second_chance" && { second_chance: true }),
  }));
}

/** What lies in front of a seat. @param {Seat} seat @returns {Card[]} */
function handOf({ numbers, modifiers, second_chance, played: actions }) {
  return [...numbers, ...modifiers, ...(second_chance ? /** @type {const} */ (["second_chance"]) : []), ...actions];
}

/** Nothing in front of a seat. @type {Pick<Seat, "numbers" | "modifiers" | "second_chance" | "played">} */
const EMPTY_HAND = { numbers: [], modifiers: [], second_chance: false, played: [] };

/**
 * What still waits once a seat's set-aside `cards` have gone; the innermost sequence gives its own first.
 * @param {StepView["set_aside"]} waiting @param {number} at @param {Card[]} cards
 */
function withoutSetAside(waiting, at, cards) {
  const gone = [...cards];
  const rest = waiting.toReversed().map((sequence) => ({
    ...sequence,
    cards: sequence.cards.filter((card) => {
      const i = sequence.seat === at ? gone.indexOf(card) : -1;
      if (i >= 0) gone.splice(i, 1);
      return i < 0;
    }),
  }));
  return rest.toReversed().filter(({ cards: left }) => left.length > 0);
}

/**
 * A card comes from the seat that was to hand it out: just drawn, asked about, or the next of those set aside.
 * @param {StepView} view @param {number} by @param {Card} card @returns {StepView}
 */
function handedOut(view, by, card) {
  const next = { ...view, decision: null, passing: null };
  if (view.passing?.card === card || view.decision?.card === card) return next;
  return { ...next, set_aside: withoutSetAside(view.set_aside, by, [card]) };
}

/**
 * An action card now lies in front of its target.
 * @param {StepView} view @param {{ seat: number, by: number }} event @param {ActionCard} card
 */
function played(view, { seat: at, by }, card) {
  return withSeat(handedOut(view, by, card), at, (seat) => ({ played: [...seat.played, card] }));
}

/** @param {StepView} view @param {number} at @param {ActionCard} card @returns {StepView} */
function setAside(view, at, card) {
  const last = view.set_aside.at(-1);
  const nth = view.flip_three?.cards.filter((shown) => shown === "freeze" || shown === "flip_three").length ?? 1;
  const set_aside =
    last?.seat === at && nth > 1
      ? [...view.set_aside.slice(0, -1), { seat: at, cards: [...last.cards, card] }]
      : [...view.set_aside, { seat: at, cards: [card] }];
  return { ...view, set_aside };
}

/** A bust takes what was set aside, and by a house rule the hand before it. @type {Step<"discarded">} */
function lostByBust(view, { seat, cards }) {
  const hand = view.seats[seat]?.numbers.length && cards.some(isNumber) ? view.seats[seat] : null;
  const waiting = hand ? cards.slice(handOf(hand).length) : cards;
  const next = { ...view, set_aside: withoutSetAside(view.set_aside, seat, waiting) };
  return hand ? withSeat(next, seat, () => EMPTY_HAND) : next;
}

/** @type {Step<"discarded">} */
function discarded(view, event) {
  const { seat, cards, why } = event;
  const next = discarding(view, cards);
  switch (why) {
    case "bust":
      return lostByBust(next, event);
    case "round_end":
      return { ...next, set_aside: withoutSetAside(view.set_aside, seat, cards) };
    case "no_target":
      return cards.reduce((left, card) => handedOut(left, seat, card), next);
    case "after_bust":
    case "no_taker":
      return { ...next, passing: null };
    default:
      return never(why);
  }
}

/** A new game has a pile of its own: what lay there before is part of no discard. @param {StepView} view @returns {StepView} */
function started(view) {
  const seats = view.seats.map((seat) => ({ ...seat, ...EMPTY_HAND, total: 0 }));
  return { ...view, seats, discard: {}, discard_top: null, rounds: [], winner: null };
}

/** @type {Step<"round_started">} */
function roundStarted(view, { round, dealer }) {
  /** @type {Partial<Seat>} */
  const cleared = { ...EMPTY_HAND, status: "active", round_score: 0, ready: false };
  return {
    ...discarding(view, view.seats.flatMap(handOf)),
    round,
    dealer,
    phase: "turn",
    decision: null,
    sheet: [],
    passing: null,
    flip_three: null,
    set_aside: [],
    seats: view.seats.map((seat) => ({ ...seat, ...cleared })),
  };
}

/** @type {Step<"bot_took_over">} */
function botTookOver(view, { seat, name, why }) {
  const absent = why === "missed" || why === "offline";
  return withSeat(view, seat, (was) => ({ kind: "bot", away: absent, name: absent ? was.name : name }));
}

/** @type {Step<"round_scored">} */
function roundScored(view, { scores, totals }) {
  return {
    ...view,
    phase: "round_over",
    decision: null,
    flip_three: null,
    set_aside: [],
    passing: null,
    rounds: [...view.rounds, scores],
    seats: view.seats.map((seat, i) => ({ ...seat, round_score: scores[i] ?? 0, total: totals[i] ?? 0 })),
  };
}

/** @type {(status: Seat["status"]) => (view: StepView, event: { seat: number, score: number }) => StepView} */
const leaving =
  (status) =>
  (view, { seat, score }) =>
    withSeat({ ...view, decision: null }, seat, () => ({ status, round_score: score }));

/** @param {StepView} view */
const same = (view) => view;

/** @type {{ [K in GameEvent["type"]]: Step<K> }} */
const STEPS = {
  dealt,
  saved: (view, { seat, card }) =>
    withSeat({ ...discarding(view, [card, "second_chance"]), passing: null }, seat, () => ({ second_chance: false })),
  busted: leaving("busted"),
  stayed: leaving("stayed"),
  flip7: leaving("flip7"),
  frozen: (view, event) => leaving("frozen")(played(view, event, "freeze"), event),
  flip_three: (view, event) => ({
    ...played(view, event, "flip_three"),
    flip_three: { seat: event.seat, left: 3, cards: [] },
  }),
  passed: (view, { to }) => withSeat({ ...view, decision: null, passing: null }, to, () => ({ second_chance: true })),
  set_aside: (view, { seat, card }) => setAside(view, seat, card),
  discarded,
  reshuffled: (view, { count }) => ({ ...view, draw_count: count, discard: {}, discard_top: null }),
  round_scored: roundScored,
  game_won: (view, { seat }) => ({ ...view, phase: "game_over", winner: seat }),
  started,
  round_started: roundStarted,
  joined: (view, { seat, name, kind }) => withSeat(view, seat, () => ({ name, kind, away: false })),
  renamed: (view, { seat, name }) => withSeat(view, seat, () => ({ name })),
  bot_took_over: botTookOver,
  host: (view, { seat }) => ({ ...view, host: seat }),
  left: same,
  settings: same,
  timed_out: same,
  away: same,
  back: same,
  more_time: same,
  reacted: same,
};

/**
 * What a table looks like after one event, as far as it can be told without knowing the rules. The view that comes with
 * the change has the last word; an event this page does not know leaves everything as it is.
 * @param {StepView} view @param {GameEvent} event
 * @returns {StepView}
 */
export function step(view, event) {
  const next = /** @type {((view: StepView, event: GameEvent) => StepView) | undefined} */ (STEPS[event.type]);
  return next?.(view, event) ?? view;
}

/**
 * The table as it was before `changes`: bare seats with the names they had then, so that past events can be told again.
 * @param {View} view the view after the changes @param {GameEvent[]} events
 * @returns {StepView}
 */
export function rewound(view, events) {
  const seats = view.seats.map((seat) => ({ name: seat.name, kind: seat.kind }));
  for (const event of events.toReversed()) {
    const seat = "seat" in event && event.seat !== null ? seats[event.seat] : undefined;
    if (!seat) continue;
    if (event.type === "renamed") seat.name = event.was;
    if (event.type === "left") seat.name = event.name;
    if (event.type === "joined") Object.assign(seat, { name: event.was, kind: event.was === null ? "empty" : "bot" });
    if (event.type === "bot_took_over") seat.kind = "human";
  }
  const bare = roundStarted({ ...view, discard: {}, rounds: [] }, { type: "round_started", round: 0, dealer: 0 });
  return { ...bare, seats: bare.seats.map((seat, i) => ({ ...seat, ...seats[i], total: 0 })) };
}
