/** @import { View } from "./protocol.js" */
/** @import { Sound } from "./sound.js" */
import { NOW_SECONDS } from "./clock.js";
import { onceShown } from "./dom.js";
import { isBusy } from "./keys.js";
import { ownDecision } from "./seats.js";
import { settings } from "./settings.js";
import { promptSpoken, warningSpoken } from "./spoken.js";
import { alarm, speak } from "./tell.js";

/** Tells the viewer by voice and sound what they are asked, and that time grows short; brings a keyboard there. */
export class Prompter {
  /** The decision that was told last; -1: none. */
  #told = -1;

  /** @param {Sound} sound @param {() => void} focus brings the focus to the controls */
  constructor(sound, focus) {
    this.sound = sound;
    this.focus = focus;
  }

  /**
   * Tells of a decision that has just become the viewer's, and helps a keyboard there if it is nowhere.
   * @param {View} truth @param {number | null} me @param {boolean} byKeyboard the last touch was a key
   */
  update(truth, me, byKeyboard) {
    const id = ownDecision(truth, me)?.id ?? -1;
    if (id === this.#told) return;
    if (this.#told === -1) this.sound.turn();
    this.#told = id;
    if (id === -1) return speak("");
    onceShown(() => this.#told === id && speak(promptSpoken(truth, me)));
    const focus = document.activeElement;
    if ((settings.jump && !isBusy(focus)) || (byKeyboard && focus === document.body)) this.focus();
  }

  /** @param {{ seconds: number, more: boolean }} left `more`: more time can be had */
  warn({ seconds, more }) {
    const isUrgent = seconds <= NOW_SECONDS;
    (isUrgent ? alarm : speak)(warningSpoken(seconds, more && settings.shortcuts));
    if (isUrgent) this.sound.hurry();
  }
}
