import { say } from "./dom.js";
import { written } from "./phrase.js";
import { tempo } from "./tempo.js";

/** How long points take to add up, in milliseconds, and in how many steps at most. */
const COUNT_MS = 500;
const STEPS = 8;

/** The numbers shown on the way from one to another, the last one included. @param {number} from @param {number} to */
export function countSteps(from, to) {
  const count = Math.min(STEPS, Math.abs(to - from));
  return Array.from({ length: count }, (_, i) => Math.round(from + ((to - from) * (i + 1)) / count));
}

/**
 * Counts an element's number up to what it shows; where nothing shall move it is left alone.
 * @param {Element | null} element @param {number} from @param {number} to
 */
export function countUp(element, from, to) {
  const pace = tempo();
  if (!element || pace === 0 || from === to) return;
  const steps = countSteps(from, to);
  say(element, written(from));
  steps.forEach((value, i) =>
    setTimeout(() => say(element, written(value)), (COUNT_MS * pace * (i + 1)) / steps.length),
  );
}
