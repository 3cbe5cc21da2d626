import { words } from "./words.js";

/**
 * A sentence in pieces: plain text, and names, which are shown bold and kept apart from the text's direction.
 * @typedef {{ name: string }} Person
 * @typedef {string | Person} Part
 * @typedef {Record<string, string | number | Person>} Values
 * @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} Forms
 */

const plurals = new Intl.PluralRules(words.locale);
const numbers = new Intl.NumberFormat(words.locale);

const percents = new Intl.NumberFormat(words.locale, { style: "percent" });
const decimals = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** A chance from 0 to 1 as people write it: `37%`. @param {number} chance */
export const percent = (chance) => percents.format(chance);

/** Points that need not be whole: `25.2`. @param {number} value */
export const points = (value) => decimals.format(value);

/** A number as people write it. @param {number} value */
export const written = (value) => numbers.format(value);

/**
 * The pieces of a template such as `{who} stayed on {score}.`
 * @param {string} template @param {Values} values
 * @returns {Part[]}
 */
export function pieces(template, values = {}) {
  return template.split(/(\{\w+\})/).flatMap((piece) => {
    const value = piece.startsWith("{") ? values[piece.slice(1, -1)] : piece;
    if (value === undefined || value === "") return [];
    return [typeof value === "number" ? written(value) : value];
  });
}

/** Pieces as plain text. @param {Part[]} parts */
export function plain(parts) {
  return parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/**
 * A template filled in, as plain text.
 * @param {string} template @param {Values} values
 */
export function fill(template, values = {}) {
  return plain(pieces(template, values));
}

/**
 * The form a count asks for, filled in with it as `{count}`.
 * @param {Forms} forms @param {number} count @param {Values} values
 */
export function counted(forms, count, values = {}) {
  return fill(forms[plurals.select(count)] ?? forms.other, { count, ...values });
}

/** Sentences after each other; Japanese ones have no blank between them. @param {...string} said */
export const sentences = (...said) => said.filter(Boolean).join(" ").replaceAll("。 ", "。");

/** A word as it stands inside a sentence: `Bot for Sam` as `bot for Sam`. @param {string} word */
export const inside = (word) => word.charAt(0).toLocaleLowerCase(words.locale) + word.slice(1);

const conjunction = new Intl.ListFormat(words.locale, { type: "conjunction" });

/** Several things in one sentence: `12, 8 and plus 4`. @param {string[]} items */
export function listed(items) {
  return conjunction.format(items);
}

const disjunction = new Intl.ListFormat(words.locale, { type: "disjunction" });

/** One of several things: `12, 8 or 5`. @param {string[]} items */
export function oneOf(items) {
  return disjunction.format(items);
}
