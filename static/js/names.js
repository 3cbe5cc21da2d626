const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/gu;
const MARKS = /(\p{M}{2})\p{M}+/gu;

const MOST_CHARS = 16;
/** What a field for a name lets in: an emoji counts twice there. */
export const FIELD_CHARS = 2 * MOST_CHARS;

/** Whether a name has more characters than there is room for, each emoji being one of them. @param {string} name */
export const isTooLong = (name) => [...name.normalize("NFC")].length > MOST_CHARS;

/** A name as it is shown: without what cannot be seen or piles up, as app/names.py wants it. @param {string} typed */
export function cleanName(typed) {
  const seen = typed.normalize("NFC").replace(/\s+/g, " ").replace(UNSEEN, "").replace(MARKS, "$1");
  return seen.normalize("NFC").replace(/\s+/g, " ").trim();
}
