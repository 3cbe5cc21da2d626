/** @import { Card, GameEvent, View } from "./protocol.js" */
/** @import { Part, Person, Values } from "./phrase.js" */
import { counted, listed, pieces } from "./phrase.js";
import { cardFace } from "./text-cards.js";
import { LOG, NUMBER_WORDS, YOU, YOU_OBJECT } from "./text-log.js";

/**
 * One line of the log: a small card or an icon, and the sentence.
 * @typedef {{ card: Card | null, icon: string | null, parts: Part[] }} Line
 * @typedef {{ before: View, after: View, me: number | null, previous: GameEvent | null }} Scene
 * @typedef {string | { you: string, other: string }} Wording
 */

/** From this many different numbers on, the way to Flip 7 is worth a word. */
const MANY_NUMBERS = 5;

/** @param {Part[]} parts @param {{ card?: Card, icon?: string }} mark @returns {Line} */
function line(parts, { card, icon } = {}) {
  return { card: card ?? null, icon: icon ?? null, parts };
}

/** Tells events of one moment: who is who, and which wording fits. */
class Teller {
  /** @param {Scene} scene */
  constructor({ before, after, me, previous }) {
    this.before = before;
    this.after = after;
    this.me = me;
    this.previous = previous;
  }

  /** @param {number} seat @param {string} [you] @returns {Person} */
  who(seat, you = YOU) {
    return { name: seat === this.me ? you : (this.after.seats[seat]?.name ?? this.before.seats[seat]?.name ?? "") };
  }

  /** A sentence about one seat. @param {number} seat @param {Wording} wording @param {Values} values */
  about(seat, wording, values = {}) {
    const template = typeof wording === "string" ? wording : seat === this.me ? wording.you : wording.other;
    return pieces(template, { who: this.who(seat), whom: this.who(seat).name, ...values });
  }

  /**
   * A sentence about one seat acting on another.
   * @param {number} by @param {number} seat @param {Record<string, string>} wordings @param {Values} values
   */
  between(by, seat, wordings, values = {}) {
    const role = (/** @type {number} */ at) => (at === this.me ? "you" : "other");
    const key = `${role(by)}_${by === seat ? "self" : role(seat)}`;
    const whom = this.who(seat).name;
    return pieces(wordings[key] ?? "", { by: this.who(by), who: this.who(seat, YOU_OBJECT), whom, ...values });
  }

  /** Whether nobody but `seat` was still in. @param {number} seat */
  last(seat) {
    return this.before.seats.every((other, i) => i === seat || other.status !== "active");
  }
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "dealt" }>} event @returns {Line | null} */
function drawn(teller, { seat, card, cause, to }) {
  const values = { card: cardFace(card) };
  const numbers = teller.after.seats[seat]?.numbers ?? [];
  const nth = 3 - (teller.after.flip_three?.left ?? 0);
  switch (to) {
    case "discard": // the `saved` or `discarded` that follows tells it
      return null;
    case "second_chance":
      return line(teller.about(seat, LOG.keeps_second), { icon: "i-second" });
    case "set_aside":
      return line(teller.about(seat, LOG.aside, { ...values, nth }), { card });
    case "numbers":
      if (new Set(numbers).size < numbers.length) return null; // the `busted` that follows tells it
      if (numbers.length >= MANY_NUMBERS && numbers.length < 7) {
        const many = { numbers: NUMBER_WORDS[numbers.length] ?? "", left: 7 - numbers.length };
        return line(teller.about(seat, LOG.drew_many, { ...values, ...many }), { card });
      }
      break;
    default:
  }
  const wording = cause === "flip_three" ? LOG.drew_of_three : LOG.drew;
  return line(teller.about(seat, wording, { ...values, nth }), { card });
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "stayed" }>} event @returns {Line | null} */
function stayed(teller, { seat, score, why }) {
  const wordings = { chosen: LOG.stayed, second_chance: LOG.banked_second, round_end: LOG.banked_end };
  const told = teller.previous?.type === "timed_out" && why === "chosen";
  return told ? null : line(teller.about(seat, wordings[why], { score }), { icon: "i-check" });
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "frozen" | "flip_three" }>} event @returns {Line} */
function actedOn(teller, event) {
  const { seat, by, only } = event;
  const freeze = event.type === "frozen";
  /** @type {Values} */
  const values = freeze ? { score: event.score } : {};
  const mark = { icon: freeze ? "i-freeze" : "i-three" };
  if (only && by === seat && teller.last(seat)) {
    return line(teller.about(seat, freeze ? LOG.frozen_last : LOG.flip_three_last, values), mark);
  }
  return line(teller.between(by, seat, freeze ? LOG.frozen : LOG.flip_three, values), mark);
}

/** @param {Extract<GameEvent, { type: "discarded" }>} event */
function discarded({ cards, why }) {
  const wordings = {
    bust: LOG.discarded_bust,
    after_bust: LOG.discarded_bust,
    no_taker: LOG.discarded_no_taker,
    no_target: LOG.discarded_no_target,
    round_end: LOG.discarded_round_end,
  };
  return line(pieces(wordings[why], { cards: listed(cards.map(cardFace)) }));
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "timed_out" }>} event */
function timedOut(teller, { seat, did, target }) {
  const wordings = { stay: LOG.timed_out_stay, hit: LOG.timed_out_hit, target: LOG.timed_out_target };
  const asked = teller.before.decision?.card;
  const values = {
    score: teller.before.seats[seat]?.round_score ?? 0,
    card: asked ? cardFace(asked) : "",
    target: target === null ? "" : teller.who(target, YOU_OBJECT),
  };
  return line(teller.about(seat, wordings[did], values), { icon: "i-clock" });
}

/**
 * Who leads: `Maya leads with 196.`
 * @param {{ who: (seat: number) => Person, me: number | null }} teller @param {number[]} totals
 * @returns {Part[]}
 */
function leaders(teller, totals) {
  const total = Math.max(...totals);
  const first = totals.flatMap((value, seat) => (value === total ? [seat] : []));
  const [only] = first;
  if (only !== undefined && first.length === 1) {
    return pieces(only === teller.me ? LOG.leads.you : LOG.leads.other, { who: teller.who(only), total });
  }
  return pieces(LOG.shared_lead, { names: listed(first.map((seat) => teller.who(seat).name)), total });
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "round_scored" }>} event */
function roundScored(teller, { round, scores, totals }) {
  const { me } = teller;
  const own =
    me === null
      ? pieces(LOG.round_over, { round })
      : pieces(LOG.round_over_you, { score: scores[me] ?? 0, total: totals[me] ?? 0 });
  return line([...own, " ", ...leaders(teller, totals)], { icon: "i-flag" });
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "game_won" }>} event */
function won(teller, { seat, totals }) {
  if (seat === null) return line([LOG.lost], { icon: "i-flag" });
  return line(teller.about(seat, LOG.won, { total: totals[seat] ?? 0 }), { icon: "i-crown" });
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "joined" }>} event */
function joined(teller, { seat, kind, was }) {
  if (kind === "bot") return line(teller.about(seat, LOG.bot_joined, { seat: seat + 1 }), { icon: "i-bot" });
  return line(was === null ? teller.about(seat, LOG.joined) : teller.about(seat, LOG.joined_for, { was }));
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "bot_took_over" }>} event */
function botTookOver(teller, { seat, name, why }) {
  const mark = { icon: "i-bot" };
  if (why === "missed" || why === "offline") return line(teller.about(seat, LOG.bot_for), mark);
  return line(pieces(LOG.bot_instead, { who: { name } }), mark);
}

/** @param {Teller} teller @param {Extract<GameEvent, { type: "left" }>} event */
function left(teller, { seat, name, why }) {
  return line(teller.about(seat, LOG[why], seat === teller.me ? {} : { who: { name } }));
}

/** @type {{ [K in GameEvent["type"]]: (teller: Teller, event: Extract<GameEvent, { type: K }>) => Line | null }} */
const LINES = {
  dealt: drawn,
  saved: (teller, { seat, card }) =>
    line(teller.about(seat, LOG.saved, { card: cardFace(card) }), { icon: "i-second" }),
  busted: (teller, { seat, card }) =>
    line(teller.about(seat, LOG.busted, { card: cardFace(card) }), { icon: "i-cross" }),
  stayed,
  frozen: actedOn,
  flip_three: actedOn,
  passed: (teller, { seat, to }) => line(teller.between(seat, to, LOG.passed), { icon: "i-second" }),
  set_aside: () => null, // the `dealt` before it tells it
  discarded: (_, event) => discarded(event),
  reshuffled: (_, { count }) => line([counted(LOG.reshuffled, count)]),
  flip7: (teller, { seat }) => line(teller.about(seat, LOG.flip7), { icon: "i-crown" }),
  timed_out: timedOut,
  round_scored: roundScored,
  game_won: won,
  started: () => line([LOG.started]),
  round_started: (teller, { round, dealer }) => line(teller.about(dealer, LOG.round_started, { round })),
  joined,
  left,
  bot_took_over: botTookOver,
  renamed: (teller, { seat, was, name }) =>
    line(teller.about(seat, LOG.renamed, { was: { name: was }, name: { name } })),
  settings: () => line([LOG.settings]),
  host: (teller, { seat }) => line(teller.about(seat, LOG.host)),
  away: (teller, { seat, why }) =>
    line(teller.about(seat, why === "missed" ? LOG.away : LOG.connection_lost), { icon: "i-away" }),
  back: (teller, { seat }) => line(teller.about(seat, LOG.back)),
  more_time: (teller, { seat }) => line(teller.about(seat, LOG.more_time), { icon: "i-clock" }),
  reacted: () => null, // shown at the seat
};

/**
 * The log's line for an event, or null where another event tells it, or where the page is older than the event.
 * @param {GameEvent} event @param {Scene} scene
 * @returns {Line | null}
 */
export function lineFor(event, scene) {
  const tell = /** @type {((teller: Teller, event: GameEvent) => Line | null) | undefined} */ (LINES[event.type]);
  return tell?.(new Teller(scene), event) ?? null;
}
