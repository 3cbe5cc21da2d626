/**
 * Sentences of the game log, by event. `you` is said where the viewer is the one who acts, `other` else;
 * with two people involved the key says who does it to whom.
 */
import { words } from "./words.js";

export const YOU = words.you;
export const YOU_OBJECT = words.you_object;
export const LOG = words.log;

/** Small numbers as words, from zero to seven. */
export const NUMBER_WORDS = words.small_numbers;
