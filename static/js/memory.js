/** What this browser keeps for its player. Storage may be blocked or full; then nothing is kept and nothing breaks. */

/** A cookie that is gone at once. */
const PROBE = "f7_probe";

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
 * Whether another tab has kept this; a storage that was emptied has nothing to tell.
 * @param {StorageEvent} event @param {string} what
 */
export const isNews = ({ key, newValue }, what) => key === `f7.${what}` && newValue !== null;

/**
 * @param {string} what
 * @param {string} value
 * @returns {boolean} whether it is kept
 */
export function remember(what, value) {
  try {
    localStorage.setItem(`f7.${what}`, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser keeps cookies: `navigator.cookieEnabled` says so too where they are blocked in its settings. */
export function keepsCookies() {
  try {
    document.cookie = `${PROBE}=1; SameSite=Lax`;
    const isKept = document.cookie.includes(`${PROBE}=1`);
    document.cookie = `${PROBE}=; Max-Age=0`;
    return isKept;
  } catch {
    return false;
  }
}
