const CODE = /^[2-9A-HJKMNP-Z]{8}$/;

/**
 * The room code somebody typed or pasted, a whole link included, or null if it cannot be one.
 * Case, blanks and hyphens do not matter.
 * @param {string} typed
 * @returns {string | null}
 */
export function readCode(typed) {
  const link = /\/r\/([^/?#]+)/i.exec(typed);
  const code = (link?.[1] ?? typed).replace(/[\s\-\u2010-\u2015]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

/**
 * A room code as people read it: `QK7X-4TDM`.
 * @param {string} code
 */
export function showCode(code) {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
