/** @import { Rules } from "../protocol.js" */
/** @import { RoomModel } from "../act.js" */
import { act, askRules } from "../act.js";
import { el } from "../dom.js";
import { OPTIONS, turnTime } from "../text-lobby.js";
import { choice, switchOf } from "./choices.js";
import { SeatCount } from "./seat-count.js";

const LONG_TURN = 180;
const NO_TIMER = 0;

/** @typedef {{ input: HTMLInputElement, isOn: (rules: Rules) => boolean }} Switch */

/**
 * The room's options: everybody sees them, the host sets them.
 * `default-turn`: the server's own turn time in seconds.
 */
export class LobbyOptions extends HTMLElement {
  #fieldset = el("fieldset", { class: "options" });
  #seats = new SeatCount();
  /** @type {Map<number, HTMLInputElement>} */
  #turns = new Map();
  /** @type {Switch[]} */
  #switches = [];

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const turns = [...new Set([Number(this.getAttribute("default-turn") ?? 75), LONG_TURN, NO_TIMER])];
    this.#fieldset.append(
      el("legend", {}, el("h2", {}, OPTIONS.title)),
      this.#seats,
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
    this.#seats.addEventListener("seats", (event) => {
      act(this, { do: "rules", seats: /** @type {CustomEvent<number>} */ (event).detail });
    });
  }

  /** @param {RoomModel} model */
  set model({ view, you }) {
    const least = view.seats.findLastIndex((seat) => seat.kind === "human") + 1;
    this.#fieldset.disabled = you.seat !== view.host;
    this.#seats.update({ seats: view.seats.length, least });
    for (const [seconds, input] of this.#turns) input.checked = seconds === view.rules.turn_seconds;
    for (const { input, isOn } of this.#switches) input.checked = isOn(view.rules);
  }

  /** @param {Partial<Rules>} changed */
  #set(changed) {
    askRules(this, (rules) => ({ ...rules, ...changed }));
  }

  /**
   * @param {string} name @param {string} hint
   * @param {(rules: Rules) => boolean} isOn
   * @param {(on: boolean) => Partial<Rules>} toRules
   */
  #switch(name, hint, isOn, toRules) {
    const { label, input } = switchOf(`option-${this.#switches.length}`, name, hint, (on) => this.#set(toRules(on)));
    this.#switches.push({ input, isOn });
    return label;
  }
}

customElements.define("lobby-options", LobbyOptions);
