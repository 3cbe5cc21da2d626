import { showLook } from "./look.js";
import { recall, remember } from "./memory.js";

/**
 * What a player may set, for this browser only.
 * @typedef {{
 *   theme: "system" | "dark" | "light",
 *   contrast: "system" | "more",
 *   motion: "calm" | "normal" | "fast" | "off",
 *   sound: "off" | "chime" | "all",
 *   spoken: "all" | "mine" | "off",
 *   one_click: "mouse" | "always" | "never",
 *   hand: "right" | "left",
 *   vibration: boolean,
 *   notify: boolean,
 *   odds: boolean,
 *   shortcuts: boolean,
 *   jump: boolean,
 *   confirm_stay: boolean,
 * }} Settings
 */

/** @type {Readonly<Settings>} */
export const DEFAULTS = {
  theme: "system",
  contrast: "system",
  motion: "normal",
  sound: "chime",
  spoken: "mine",
  one_click: "mouse",
  hand: "right",
  vibration: true,
  notify: false,
  odds: false,
  shortcuts: true,
  jump: false,
  confirm_stay: false,
};

/**
 * The values of each setting, in the order they are offered; a switch has two, on and off.
 * @type {Readonly<{ [K in keyof Settings]: readonly Settings[K][] }>}
 */
export const CHOICES = {
  theme: ["system", "dark", "light"],
  contrast: ["more", "system"],
  motion: ["calm", "normal", "fast", "off"],
  sound: ["off", "chime", "all"],
  spoken: ["all", "mine", "off"],
  one_click: ["mouse", "always", "never"],
  hand: ["left", "right"],
  vibration: [true, false],
  notify: [true, false],
  odds: [true, false],
  shortcuts: [true, false],
  jump: [true, false],
  confirm_stay: [true, false],
};
const KEYS = /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS));

/** @type {Settings} */
const present = { ...DEFAULTS };
/** @type {Set<(changed: (keyof Settings)[]) => void>} */
const listeners = new Set();

/** What is set now. @type {Readonly<Settings>} */
export const settings = present;

/** @template {keyof Settings} K @param {K} key @returns {Settings[K]} what is kept, or where a browser starts */
function kept(key) {
  const stored = recall(key);
  return CHOICES[key].find((value) => String(value) === stored) ?? DEFAULTS[key];
}

/** @template {keyof Settings} K @param {K} key @param {Settings[K]} value @returns {boolean} whether that is new */
function put(key, value) {
  const isNew = present[key] !== value;
  present[key] = value;
  return isNew;
}

/** @param {(keyof Settings)[]} changed */
function tell(changed) {
  if (changed.length === 0) return;
  showLook((name) => (name in present ? String(present[/** @type {keyof Settings} */ (name)]) : null));
  for (const listener of listeners) listener(changed);
}

/** Sets something and keeps it. @template {keyof Settings} K @param {K} key @param {Settings[K]} value */
export function choose(key, value) {
  remember(key, String(value));
  tell(put(key, value) ? [key] : []);
}

/** Takes what is kept: another tab may have set it. */
export function recallSettings() {
  tell(KEYS.filter((key) => put(key, kept(key))));
}

/**
 * Calls `listener` with the names of settings whenever they have changed. The result ends that.
 * @param {(changed: (keyof Settings)[]) => void} listener
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

for (const key of KEYS) put(key, kept(key));
