/** @import { ActionCard, Card, GameEvent, ModifierCard, NumberCard, Seat, View } from "./protocol.js" */

/**
 * A view on its way from one change to the next. `passing` is a card that lies nowhere yet: one that asks for a target,
 * or one that leaves with a Second Chance.
 * @typedef {View & { passing?: { seat: number, card: Card } | null }} StepView
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

/** @param {StepView} view @param {Extract<GameEvent, { type: "dealt" }>} event @returns {StepView} */
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

/**
 * An action card now lies in front of its target.
 * @param {StepView} view @param {number} at @param {ActionCard} card
 */
function played(view, at, card) {
  return withSeat({ ...view, decision: null, passing: null }, at, (seat) => ({ played: [...seat.played, card] }));
}

/** @param {StepView} view @param {number} at @param {ActionCard} card @returns {StepView} */
function setAside(view, at, card) {
  const last = view.set_aside.at(-1);
  const set_aside =
    last?.seat === at
      ? [...view.set_aside.slice(0, -1), { seat: at, cards: [...last.cards, card] }]
      : [...view.set_aside, { seat: at, cards: [card] }];
  return { ...view, set_aside };
}

/** @param {StepView} view @param {Extract<GameEvent, { type: "discarded" }>} event @returns {StepView} */
function discarded(view, { seat, cards }) {
  const set_aside = view.set_aside.filter((waiting) => waiting.seat !== seat);
  return { ...discarding(view, cards), set_aside, passing: null };
}

/** @param {StepView} view @param {Extract<GameEvent, { type: "round_started" }>} event @returns {StepView} */
function roundStarted(view, { round, dealer }) {
  /** @type {Partial<Seat>} */
  const cleared = {
    status: "active",
    numbers: [],
    modifiers: [],
    second_chance: false,
    played: [],
    round_score: 0,
    ready: false,
  };
  const lying = view.seats.flatMap(({ numbers, modifiers, second_chance, played: actions }) => [
    ...numbers,
    ...modifiers,
    ...actions,
    ...(second_chance ? /** @type {const} */ (["second_chance"]) : []),
  ]);
  return {
    ...discarding(view, lying),
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

/** @param {StepView} view @param {Extract<GameEvent, { type: "bot_took_over" }>} event @returns {StepView} */
function botTookOver(view, { seat, name, why }) {
  const absent = why === "missed" || why === "offline";
  return withSeat(view, seat, (was) => ({ kind: "bot", away: absent, name: absent ? was.name : name }));
}

/** @param {StepView} view @param {Extract<GameEvent, { type: "round_scored" }>} event @returns {StepView} */
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

/** @type {{ [K in GameEvent["type"]]: (view: StepView, event: Extract<GameEvent, { type: K }>) => StepView }} */
const STEPS = {
  dealt,
  saved: (view, { seat, card }) =>
    withSeat({ ...discarding(view, [card, "second_chance"]), passing: null }, seat, () => ({ second_chance: false })),
  busted: leaving("busted"),
  stayed: leaving("stayed"),
  flip7: leaving("flip7"),
  frozen: (view, event) => leaving("frozen")(played(view, event.seat, "freeze"), event),
  flip_three: (view, { seat }) => ({ ...played(view, seat, "flip_three"), flip_three: { seat, left: 3, cards: [] } }),
  passed: (view, { to }) => withSeat({ ...view, decision: null, passing: null }, to, () => ({ second_chance: true })),
  set_aside: (view, { seat, card }) => setAside(view, seat, card),
  discarded,
  reshuffled: (view, { count }) => ({ ...view, draw_count: count, discard: {}, discard_top: null }),
  round_scored: roundScored,
  game_won: (view, { seat }) => ({ ...view, phase: "game_over", winner: seat }),
  started: (view) => ({ ...view, rounds: [], winner: null, seats: view.seats.map((seat) => ({ ...seat, total: 0 })) }),
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
