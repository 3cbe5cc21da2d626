import { words } from "./words.js";

/**
 * A sentence in pieces: plain text, and names, which are shown bold and kept apart from the text's direction.
 * @typedef {{ name: string }} Person
 * @typedef {string | Person} Part
 * @typedef {Record<string, string | number | Person>} Values
 * @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} Forms
 */

/**
 * What is made when it is first needed: a page's first NumberFormat takes a phone 0.1 s, its first ListFormat as long.
 * @template T @param {() => T} make @returns {() => T}
 */
function lazily(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

const plurals = lazily(() => new Intl.PluralRules(words.locale));
const numbers = lazily(() => new Intl.NumberFormat(words.locale));
const percents = lazily(() => new Intl.NumberFormat(words.locale, { style: "percent" }));
const decimals = lazily(
  () => new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
);
const conjunction = lazily(() => new Intl.ListFormat(words.locale, { type: "conjunction" }));
const disjunction = lazily(() => new Intl.ListFormat(words.locale, { type: "disjunction" }));

/** A chance from 0 to 1 as people write it: `37%`. @param {number} chance */
export const percent = (chance) => percents().format(chance);

/** Points that need not be whole: `25.2`. @param {number} value */
export const points = (value) => decimals().format(value);

/** Whether all our languages write `value` by its digits alone, as a whole number below a thousand. @param {number} value */
const isPlain = (value) => Number.isInteger(value) && value >= 0 && value < 1000;

/** A number as people write it. @param {number} value */
export const written = (value) => (isPlain(value) ? String(value) : numbers().format(value));

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
  return fill(forms[plurals().select(count)] ?? forms.other, { count, ...values });
}

/** Sentences after each other; Japanese ones have no blank between them. @param {...string} said */
export const sentences = (...said) => said.filter(Boolean).join(" ").replaceAll("。 ", "。");

/** A word as it stands inside a sentence: `Bot for Sam` as `bot for Sam`. @param {string} word */
export const inside = (word) => word.charAt(0).toLocaleLowerCase(words.locale) + word.slice(1);

/** What stands alone needs no format. @param {string[]} items @param {() => Intl.ListFormat} format */
const joined = (items, format) => (items.length < 2 ? items.join("") : format().format(items));

/** Several things in one sentence: `12, 8 and plus 4`. @param {string[]} items */
export function listed(items) {
  return joined(items, conjunction);
}

/** One of several things: `12, 8 or 5`. @param {string[]} items */
export function oneOf(items) {
  return joined(items, disjunction);
}
