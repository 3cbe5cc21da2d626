/** The scoresheet between rounds and the end of a game. */
import { words } from "./words.js";

export const HEADLINE = words.headline;
export const SHEET = words.sheet;
export const OVER = words.over;
export const HISTORY = words.history;
