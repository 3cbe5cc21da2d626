/** Every sentence of home, join, lobby and the pages that say why there is no table. */

export const OFFLINE = "No connection to the table's server. Check your network and try again.";
export const SERVER_BROKE = "Something broke on our side. Your seat is kept; try again.";
export const NO_SUCH_ROOM = "No table with that code. Check the link or start a new one.";
export const TOO_MANY_CODES = "Too many codes tried. Wait a minute.";
export const BAD_NAME = "Use 1 to 16 visible characters.";
export const BAD_CODE = "A code has 8 letters and digits, like QK7X-4TDM.";

/** The name of somebody who never typed one. */
export const DEFAULT_NAME = "Player";

export const HOME = {
  dealing: "Setting the table…",
};

/**
 * @param {string} name
 * @param {string | null} suggestion
 */
export function nameTaken(name, suggestion) {
  return suggestion ? `${name} is taken. Try ${suggestion}.` : `${name} is taken.`;
}

/** Why there is no table here: `title`, one sentence, and the ways on. */
export const NOTICES = {
  room_expired: { title: "This room has closed.", text: "Rooms last 12 hours.", retry: false },
  no_such_room: { title: "No table with that code.", text: "Check the link or start a new one.", retry: false },
  removed: { title: "The host removed you from this table.", text: "You can start a table of your own.", retry: false },
  unavailable: { title: "Something broke on our side.", text: "Your seat is kept; try again.", retry: true },
};

export const NOTICE = { newTable: "New table", retry: "Try again" };

export const JOIN = {
  title: "Join the table",
  full: "All seats are taken. You can watch.",
  waiting: "The table appears here as soon as the game starts.",
  name: "Your name",
  join: "Join table",
  joining: "Joining…",
  here: "At the table",
  rules: "Rules",
  home: "Home",
};

export const LOBBY = {
  title: "Invite your friends",
  code: "Room code",
  anyone: "Anyone with the link can join.",
  copy: "Copy link",
  copied: "Link copied",
  copyByHand: "Copy the link below.",
  link: "Link to this table",
  share: "Share",
  shareTitle: "Join my Flip 7 table",
  qr: "QR code with the link to this table",
  localOnly:
    "This link works only on this computer. For friends, open this page under the address of this computer in your network.",
  seats: "Seats",
  yourName: "Your name",
  you: "you",
  host: "Host",
  bot: "Bot",
  here: "Here",
  reconnecting: "Reconnecting",
  open: "Open seat",
  addBot: "Add bot",
  remove: "Remove",
  keep: "Keep",
  options: "Options",
  seatCount: "Number of seats",
  turnTime: "Time for a turn",
  noTimer: "No timer",
  moreTime: "Extra time",
  moreTimeHint: "Anyone may take 60 seconds more, ten times a game.",
  odds: "Odds helper",
  oddsHint: "Whoever wants it sees the chances of the next card.",
  lateTakeOver: "Late friends may take bot seats",
  lateTakeOverHint: "Someone who comes later takes over a bot with its points.",
  fastBots: "Fast bots",
  fastBotsHint: "Bots answer almost at once.",
  leave: "Leave the table",
};

/** @param {string} address */
export const watching = (address) => `${address} · ${LOBBY.title}`;

/** @param {string} host */
export const hostStarts = (host) => `${host} starts the game.`;

/** @param {string} host */
export const hostChooses = (host) => `${host} chooses the options and starts the game.`;

/** @param {string} name */
export const addBotTo = (name) => name;

/** @param {string} name */
export const removeQuestion = (name) => `Remove ${name} from this table?`;

export const REMOVE_FOR_GOOD = "They cannot join this table again with the same browser.";
