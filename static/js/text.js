/** Everything the table shows or speaks, apart from the log (text-log.js) and the sheets (text-sheet.js). */
import { words } from "./words.js";

export const TITLE = words.title;
export const HEADING = words.heading;
export const TABLE = words.table;
export const SEAT = words.seat;
export const BADGE = words.badge;
export const DOCK = words.dock;
export const QUESTION = words.question;
export const TRAY = words.tray;
export const TIMER = words.timer;
export const SPOKEN = words.spoken;
export const BANNER = words.banner;
export const LOG_PANEL = words.log_panel;
export const REACTIONS = words.reactions;
export const REACT = words.react;
export const ODDS = words.odds;
export const MENU = words.menu;
export const SETTINGS = words.settings;
export const RULES_DIALOG = words.rules_dialog;
export const HINT = words.hint;
