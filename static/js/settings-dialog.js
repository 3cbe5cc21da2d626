/** @import { Settings } from "./settings.js" */
import { say } from "./dom.js";
import { hadHints, resetHints } from "./hints.js";
import { canNotify, wantNotices } from "./notify.js";
import { choose, CHOICES, onSettings, settings } from "./settings.js";
import { SETTINGS } from "./text.js";

/** What this browser has to have for a setting to mean anything. @type {Partial<Record<keyof Settings, () => boolean>>} */
const NEEDS = { vibration: () => "vibrate" in navigator, notify: canNotify };

/** @param {HTMLInputElement} input */
const keyOf = ({ name }) => /** @type {keyof Settings} */ (name);

/** What a control stands for as it is; a switch that is on stands for the first value. @param {HTMLInputElement} input */
function valueOf(input) {
  const values = CHOICES[keyOf(input)];
  return input.type === "checkbox" ? values[input.checked ? 0 : 1] : values.find((one) => String(one) === input.value);
}

/**
 * The dialog of settings that came with the page. Whatever is pressed holds at once.
 * `player` tells the name in use and takes a new one; `rename` gives what is wrong with it, or "".
 */
export class SettingsDialog {
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("settings"));
  #name = /** @type {HTMLInputElement} */ (this.#dialog.querySelector("#set-name"));
  #nameProblem = /** @type {HTMLElement} */ (this.#dialog.querySelector("#set-name-problem"));
  #notifyProblem = /** @type {HTMLElement} */ (this.#dialog.querySelector("#set-notify-problem"));
  #hints = /** @type {HTMLButtonElement} */ (this.#dialog.querySelector("#reset-hints"));
  #hintsTold = /** @type {HTMLElement} */ (this.#dialog.querySelector("#hints-told"));
  #language = /** @type {HTMLSelectElement} */ (this.#dialog.querySelector("#set-language"));
  /** @type {HTMLInputElement[]} */
  #inputs = [...this.#dialog.querySelectorAll("input")].filter(({ name }) => name in CHOICES);

  /** @param {{ name(): string, rename(name: string): Promise<string> }} player */
  constructor(player) {
    this.player = player;
    for (const input of this.#inputs) input.addEventListener("change", () => this.#set(input));
    for (const input of this.#inputs) {
      const isMet = NEEDS[keyOf(input)];
      const label = input.closest("label");
      if (label && isMet) label.hidden = !isMet();
    }
    this.#name.addEventListener("change", () => this.#rename());
    this.#hints.addEventListener("click", () => this.#resetHints());
    this.#language.addEventListener("change", async () => {
      await speakLanguage(this.#language.value);
      this.#language.value = document.documentElement.lang; // without the server the page stays as it is
    });
    this.#dialog.querySelector(".options")?.addEventListener("submit", (event) => event.preventDefault());
    onSettings(() => this.#show());
  }

  open() {
    this.#show();
    this.#name.value = this.player.name();
    this.#tellName("");
    this.#hints.hidden = !hadHints();
    for (const told of [this.#notifyProblem, this.#hintsTold]) say(told, "");
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #show() {
    for (const input of this.#inputs) {
      const key = keyOf(input);
      const isSwitch = input.type === "checkbox";
      input.checked = isSwitch ? settings[key] === CHOICES[key][0] : String(settings[key]) === input.value;
    }
  }

  /** @param {HTMLInputElement} input */
  #set(input) {
    const value = valueOf(input);
    if (value === undefined) return;
    if (input.name === "notify") this.#setNotify(input.checked);
    else choose(keyOf(input), /** @type {never} */ (value));
  }

  /** @param {boolean} on */
  async #setNotify(on) {
    say(this.#notifyProblem, (await wantNotices(on)) ? "" : SETTINGS.notify_blocked);
    this.#show();
  }

  #resetHints() {
    resetHints();
    this.#hints.hidden = true;
    say(this.#hintsTold, SETTINGS.hints_again);
  }

  async #rename() {
    const name = this.#name.value.trim();
    if (name === this.player.name()) return this.#tellName("");
    this.#tellName(await this.player.rename(name));
  }

  /** @param {string} problem empty: nothing is wrong */
  #tellName(problem) {
    say(this.#nameProblem, problem);
    this.#name.setAttribute("aria-invalid", String(problem !== ""));
  }
}

/** Has the server keep the language, and reads the page in it. @param {string} tag */
async function speakLanguage(tag) {
  const answer = await fetch(`/?lang=${encodeURIComponent(tag)}`).catch(() => null);
  if (!answer?.ok) return;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
