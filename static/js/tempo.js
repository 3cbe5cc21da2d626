import { settings } from "./settings.js";

/** How long motion takes, in parts of its natural time. @type {Readonly<Record<typeof settings.motion, number>>} */
const TEMPO = { calm: 1.5, normal: 1, fast: 0.4, off: 0 };
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** The tempo in force; 0: nothing shall travel, since the player asked for that or nobody is looking. */
export function tempo() {
  return reduced.matches || document.hidden ? 0 : TEMPO[settings.motion];
}
