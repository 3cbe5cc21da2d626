import { settings } from "./settings.js";

/**
 * What a key asks for at the table. Digits go by their place on the keyboard, so that every layout has them.
 * @typedef {"hit" | "stay" | "confirm" | "more_time" | "log" | "odds" | "sound" | "react" | "help" | "close" | "next" | "previous"} PlainWish
 * @typedef {{ key: PlainWish } | { key: "digit", digit: number }} Wish
 */

/** @type {Readonly<Record<string, "hit" | "stay" | "more_time" | "log" | "odds" | "sound" | "react" | "help">>} */
const LETTERS = { h: "hit", s: "stay", t: "more_time", l: "log", o: "odds", m: "sound", r: "react", "?": "help" };

/** @type {Readonly<Record<string, "next" | "previous">>} */
const ARROWS = { ArrowDown: "next", ArrowRight: "next", ArrowUp: "previous", ArrowLeft: "previous" };

/**
 * @param {Pick<KeyboardEvent, "key" | "code" | "repeat" | "ctrlKey" | "altKey" | "metaKey">} event
 * @returns {Wish | null}
 */
export function wishOf(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === "Enter") return { key: "confirm" };
  if (event.key === "Escape") return { key: "close" };
  const arrow = ARROWS[event.key];
  if (arrow) return { key: arrow };
  if (!settings.shortcuts) return null;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  if (digit) return { key: "digit", digit: Number(digit) };
  const letter = LETTERS[event.key.toLowerCase()];
  return letter ? { key: letter } : null;
}

/**
 * Names the key that presses a button, where there is one and its player wants single keys.
 * @param {Element} button @param {string | undefined} key
 */
export function nameKey(button, key) {
  if (key && settings.shortcuts) button.setAttribute("aria-keyshortcuts", key);
  else button.removeAttribute("aria-keyshortcuts");
}

/** Whether keys are somebody's text, or belong to an open dialog. @param {EventTarget | null} target */
export function isBusy(target) {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Whether Enter already means something where the focus is. @param {EventTarget | null} target */
export function ownsEnter(target) {
  return target instanceof Element && target.closest("button, a, summary") !== null;
}
