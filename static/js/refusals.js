import { fill } from "./phrase.js";
import { words } from "./words.js";

/** @type {ReadonlyMap<string, string>} */
const SENTENCES = new Map(Object.entries(words.refusals));

/**
 * What to say of a refusal, by its code. Where that depends on what was asked for, there is a sentence for both:
 * `not_allowed_more_time`; where something else is offered, there is one for that: `name_taken_try`.
 * @param {{ code: string, wish: string, name?: string | undefined, suggestion?: string | null | undefined }} refusal
 */
export function refusalText({ code, wish, name = "", suggestion }) {
  const { unavailable } = words.refusals;
  const offer = SENTENCES.get(`${code}_try`);
  if (suggestion && offer) return fill(offer, { name, suggestion });
  return fill(SENTENCES.get(`${code}_${wish}`) ?? SENTENCES.get(code) ?? unavailable, { name });
}
