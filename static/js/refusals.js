import { fill } from "./phrase.js";
import { words } from "./words.js";

/** @type {ReadonlyMap<string, string>} */
const SENTENCES = new Map(Object.entries(words.refusals));

/**
 * What to say of a refusal, by its code. Where that depends on what was asked for, there is a sentence for both:
 * `not_allowed_more_time`.
 * @param {{ code: string, wish: string, name?: string | undefined, suggestion?: string | null | undefined }} refusal
 */
export function refusalText({ code, wish, name = "", suggestion }) {
  const { unavailable, name_taken_try } = words.refusals;
  if (code === "name_taken" && suggestion) return fill(name_taken_try, { name, suggestion });
  return fill(SENTENCES.get(`${code}_${wish}`) ?? SENTENCES.get(code) ?? unavailable, { name });
}
