/** Every sentence of home, join, lobby and the pages that say why there is no table. */
import { counted, fill, sentences } from "./phrase.js";
import { words } from "./words.js";

/** The name of somebody who never typed one. */
export const DEFAULT_NAME = words.default_name;

export const HOME = words.home;

/** Why there is no table to see. */
export const NOTICES = words.notices;

/** Those that trying once more may help against. @type {ReadonlySet<string>} */
export const RETRY = new Set(["unreached", "abuse", "too_many_connections", "unavailable"]);

/** @param {string} time such as `12 hours` */
export const roomsLast = (time) => fill(words.rooms_last, { time });

export const NOTICE = words.notice;
export const JOIN = words.join;

/** @param {string} code */
export const roomName = (code) => fill(words.table.room, { code });

/** @param {string} suggestion */
export const useName = (suggestion) => fill(JOIN.use, { suggestion });

/**
 * @param {number} free seats nobody has taken
 */
export function freeSeats(free) {
  return free === 0 ? JOIN.full : counted(JOIN.free, free);
}

export const SEAT = words.lobby_seat;
export const INVITE = words.invite;

/** @param {number} milliseconds until the room ends */
export function closesIn(milliseconds) {
  const all = Math.max(0, Math.ceil(milliseconds / 60_000));
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  const parts = [hours > 0 && fill(INVITE.hours, { count: hours }), (minutes || !hours) && fill(INVITE.minutes, { count: minutes })];
  return fill(INVITE.closes, { time: parts.filter(Boolean).join(" ") });
}

export const SEATS = words.seats;

/** @param {number} seat its number */
export const addBotTo = (seat) => fill(SEATS.add_bot_to, { seat });

/** @param {number} seat its number */
export const botFor = (seat) => fill(SEATS.bot_for, { seat });

/** Name and character of each personality, from the weakest to the strongest. */
export const BOTS = words.bots;

/** @param {string} name */
export const removeSomebody = (name) => fill(SEATS.remove_somebody, { name });

/** @param {string} name */
export const removeQuestion = (name) => fill(SEATS.remove_question, { name });

export const OPTIONS = words.options;

/** @param {number} seconds 0: no timer */
export function turnTime(seconds) {
  if (seconds === 0) return OPTIONS.no_timer;
  if (seconds >= 120 && seconds % 60 === 0) return fill(OPTIONS.minutes, { count: seconds / 60 });
  return fill(OPTIONS.seconds, { count: seconds });
}

/** Several people at one browser. */
export const DEVICE = words.device;

export const START = words.start;

/** @param {number} bots at the table once every empty seat has one */
export function startWith(bots) {
  return bots === 0 ? START.start : counted(START.with_bots, bots);
}

/** @param {string} host */
export const hostStarts = (host) => fill(START.host_starts, { host });

/**
 * Who plays and how long a turn is, in two or three short sentences.
 * @param {{ people: number, empty: number, seconds: number, alone: boolean }} table `alone`: nobody plays elsewhere
 */
export function summary({ people, empty, seconds, alone }) {
  const { summary: said } = words;
  const here = counted(said.people, people);
  const filled = empty === 0 ? "" : counted(said.fill, empty);
  if (alone && people === 1) return sentences(here, filled, said.alone);
  return sentences(here, filled, alone || seconds === 0 ? said.no_timer : fill(said.timer, { time: turnTime(seconds) }));
}
