/** Every sentence of home, join, lobby and the pages that say why there is no table. */

export const OFFLINE = "No connection to the table. Check your network and try again.";
export const SERVER_BROKE = "Something broke on our side. Try again.";
export const NO_SUCH_ROOM = "No table with that code. Check the link or start a new one.";
export const TOO_MANY_CODES = "Too many codes tried. Wait a minute.";
export const BAD_NAME = "Use 1 to 16 visible characters.";
export const BAD_CODE = "A code has 8 letters and digits, like QK7X-4TDM.";

/** The name of somebody who never typed one. */
export const DEFAULT_NAME = "Player";

export const HOME = { dealing: "Setting the table…" };

/**
 * @param {string} name
 * @param {string | null | undefined} suggestion
 */
export function nameTaken(name, suggestion) {
  return suggestion ? `${name} is taken. Try ${suggestion}.` : `${name} is taken.`;
}

/** Why there is no table to see; `retry`: trying once more may help. */
export const NOTICES = {
  room_expired: { title: "This room has closed.", text: "Start a new one and send its link.", retry: false },
  no_such_room: { title: "No table with that code.", text: "Check the link or start a new one.", retry: false },
  removed: { title: "The host removed you from this table.", text: "You can start a table of your own.", retry: false },
  unreached: {
    title: "No connection to the table.",
    text: "Trying again. If this stays, check your network.",
    retry: true,
  },
  abuse: { title: "This page sent too much at once.", text: "Your seat is kept; try again.", retry: true },
  too_many_connections: {
    title: "Too many pages of this table are open.",
    text: "Close some of them, then try again.",
    retry: true,
  },
  unavailable: { title: "Something broke on our side.", text: "Your seat is kept; try again.", retry: true },
};

/** @param {string} time such as `12 hours` */
export const roomsLast = (time) => `Rooms last ${time}.`;

export const NOTICE = { newTable: "New table", retry: "Try again" };

export const JOIN = {
  title: "Join the table",
  atTheTable: "At the table",
  name: "Your name",
  join: "Join table",
  joining: "Joining…",
  full: "All seats are taken. You can watch: the table appears here when the game starts.",
  rules: "Rules",
  home: "Home",
  ways: "More",
};

/** @param {string} code */
export const roomName = (code) => `Room ${code}`;

/** @param {string} suggestion */
export const useName = (suggestion) => `Use ${suggestion}`;

/**
 * @param {number} free seats nobody has taken
 */
export function freeSeats(free) {
  if (free === 0) return JOIN.full;
  return free === 1 ? "One seat is free." : `${free} seats are free.`;
}

export const SEAT = {
  you: "you",
  host: "Host",
  bot: "Bot",
  here: "Here",
  reconnecting: "Reconnecting",
  open: "Open seat",
};

export const INVITE = {
  title: "Invite your friends",
  code: "Room code",
  anyone: "Anyone with the link can join.",
  copy: "Copy link",
  copied: "Link copied",
  byHand: "Your browser does not copy by itself: copy the marked link.",
  link: "Link to this table",
  share: "Share",
  shareText: "Join my Flip 7 table",
  qr: "QR code with the link to this table",
  localOnly:
    "This link works only on this computer. For friends, open this page by the address this computer has in your network.",
};

/** @param {number} milliseconds until the room ends */
export function closesIn(milliseconds) {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  const time = [hours && `${hours} h`, (minutes % 60 || !hours) && `${minutes % 60} min`].filter(Boolean).join(" ");
  return `The room closes in ${time}.`;
}

export const SEATS = {
  title: "Seats",
  yourName: "Your name",
  addBot: "Add bot",
  remove: "Remove",
  forGood: "The same browser cannot join this table again.",
};

/** @param {number} number */
export const addBotTo = (number) => `Add bot to seat ${number}`;

/** @param {string} name */
export const removeSomebody = (name) => `Remove ${name}`;

/** @param {string} name */
export const removeQuestion = (name) => `Remove ${name} from this table?`;

export const OPTIONS = {
  title: "Options",
  seats: "Number of seats",
  turnTime: "Time for a turn",
  moreTime: "Extra time",
  moreTimeHint: "60 seconds more at one press, ten times a game.",
  lateTakeOver: "Late friends may take bot seats",
  lateTakeOverHint: "They go on with the bot's points.",
  fastBots: "Fast bots",
  fastBotsHint: "Bots answer almost at once.",
};

/** @param {number} seconds 0: no timer */
export function turnTime(seconds) {
  if (seconds === 0) return "No timer";
  return seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export const START = {
  start: "Start the game",
  leave: "Leave the table",
  rules: "Rules",
  newTab: " (opens in a new tab)",
  ways: "More",
};

/** @param {number} bots at the table once every empty seat has one */
export function startWith(bots) {
  if (bots === 0) return START.start;
  return bots === 1 ? "Start with 1 bot" : `Start with ${bots} bots`;
}

/** @param {string} host */
export const hostStarts = (host) => `${host} starts the game.`;

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six"];

/**
 * Who plays and how long a turn is, in two or three short sentences.
 * @param {{ people: number, empty: number, seconds: number }} table
 */
export function summary({ people, empty, seconds }) {
  const here = `${COUNTS[people] ?? people} ${people === 1 ? "player" : "players"} so far.`;
  const filled =
    empty === 0 ? "" : empty === 1 ? " A bot will fill the open seat." : ` Bots will fill the ${empty} open seats.`;
  if (people === 1) return `${here}${filled} Alone with bots there is no timer.`;
  return `${here}${filled} ${seconds === 0 ? "Turns have no timer." : `Turns have ${turnTime(seconds)}.`}`;
}
