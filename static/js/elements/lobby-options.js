/** @import { Rules } from "../protocol.js" */
/** @import { RoomModel } from "../act.js" */
import { act } from "../act.js";
import { el } from "../dom.js";
import { OPTIONS, turnTime } from "../text-lobby.js";

const SEAT_COUNTS = [3, 4, 5, 6];
const LONG_TURN = 180;
const NO_TIMER = 0;

/** @typedef {{ input: HTMLInputElement, isOn: (rules: Rules) => boolean }} Switch */

/**
 * The room's options: everybody sees them, the host sets them.
 * `default-turn`: the server's own turn time in seconds.
 */
export class LobbyOptions extends HTMLElement {
  #fieldset = el("fieldset", { class: "options" });
  /** @type {Map<number, HTMLInputElement>} */
  #seats = new Map();
  /** @type {Map<number, HTMLInputElement>} */
  #turns = new Map();
  /** @type {Switch[]} */
  #switches = [];
  /** @type {Rules | null} */
  #rules = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const turns = [...new Set([Number(this.getAttribute("default-turn") ?? 75), LONG_TURN, NO_TIMER])];
    this.#fieldset.append(
      el("legend", {}, el("h2", {}, OPTIONS.title)),
      choice(OPTIONS.seats, "seats", SEAT_COUNTS, String, this.#seats, (seats) => act(this, { do: "rules", seats })),
      choice(OPTIONS.turn_time, "turn", turns, turnTime, this.#turns, (seconds) => this.#set({ turn_seconds: seconds })),
      this.#switch(OPTIONS.more_time, OPTIONS.more_time_hint, (rules) => rules.more_time, (on) => ({ more_time: on })),
      this.#switch(OPTIONS.odds, OPTIONS.odds_hint, (rules) => rules.odds, (on) => ({ odds: on })),
      this.#switch(
        OPTIONS.late_take_over,
        OPTIONS.late_take_over_hint,
        (rules) => rules.late_take_over,
        (on) => ({ late_take_over: on }),
      ),
      this.#switch(
        OPTIONS.fast_bots,
        OPTIONS.fast_bots_hint,
        (rules) => rules.pace === "fast",
        (on) => ({ pace: on ? "fast" : "normal" }),
      ),
    );
    this.append(this.#fieldset);
  }

  /** @param {RoomModel} model */
  set model({ view, you }) {
    this.#rules = view.rules;
    const least = view.seats.findLastIndex((seat) => seat.kind === "human") + 1;
    this.#fieldset.disabled = you.seat !== view.host;
    for (const [count, input] of this.#seats) {
      input.checked = count === view.seats.length;
      input.disabled = count < least;
    }
    for (const [seconds, input] of this.#turns) input.checked = seconds === view.rules.turn_seconds;
    for (const { input, isOn } of this.#switches) input.checked = isOn(view.rules);
  }

  /**
   * Rules are sent whole, with what was asked for a moment ago: what is missing would fall back to its default.
   * @param {Partial<Rules>} changed
   */
  #set(changed) {
    if (this.#rules === null) return;
    this.#rules = { ...this.#rules, ...changed };
    act(this, { do: "rules", rules: this.#rules });
  }

  /**
   * @param {string} name @param {string} hint
   * @param {(rules: Rules) => boolean} isOn
   * @param {(on: boolean) => Partial<Rules>} toRules
   */
  #switch(name, hint, isOn, toRules) {
    const id = `option-${this.#switches.length}`;
    const input = el("input", { type: "checkbox", role: "switch", "aria-labelledby": id, "aria-describedby": `${id}-hint` });
    input.addEventListener("change", () => this.#set(toRules(input.checked)));
    this.#switches.push({ input, isOn });
    const words = el("span", {}, el("span", { id }, name), el("small", { id: `${id}-hint` }, hint));
    return el("label", { class: "switch" }, words, input);
  }
}

/**
 * One of a few values, as radio buttons in a row.
 * @param {string} title @param {string} group
 * @param {number[]} values @param {(value: number) => string} label
 * @param {Map<number, HTMLInputElement>} inputs filled with the radio button of each value
 * @param {(value: number) => void} chosen
 */
function choice(title, group, values, label, inputs, chosen) {
  const row = el("div", { class: "choice" });
  for (const value of values) {
    const input = el("input", { type: "radio", name: group, value: String(value) });
    input.addEventListener("change", () => chosen(value));
    inputs.set(value, input);
    row.append(el("label", {}, input, el("span", {}, label(value))));
  }
  return el("fieldset", {}, el("legend", {}, title), row);
}

customElements.define("lobby-options", LobbyOptions);
