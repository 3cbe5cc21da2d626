/** What this browser keeps for its player. Storage may be blocked; then nothing is kept and nothing breaks. */

/**
 * @param {string} what `name`, or the name of a setting
 * @returns {string | null}
 */
export function recall(what) {
  try {
    return localStorage.getItem(`f7.${what}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} what
 * @param {string} value
 */
export function remember(what, value) {
  try {
    localStorage.setItem(`f7.${what}`, value);
  } catch {
    // Private windows and strict settings refuse; the game goes on without.
  }
}
