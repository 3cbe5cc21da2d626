/** @import { Rules } from "../protocol.js" */
/** @import { HouseRule } from "../house-rules.js" */
/** @import { RoomModel } from "../act.js" */
import { askRules } from "../act.js";
import { el } from "../dom.js";
import { isOther, KEYS, LENGTHS, PRESETS, turned, within, withPreset } from "../house-rules.js";
import { HOUSE } from "../text-house.js";
import { choice, switchOf } from "./choices.js";
import { RulesHere } from "./rules-here.js";

/** @typedef {"points" | "rounds"} Length */

/** The house rules of a room: presets first, each rule under "Details". Everybody sees them, the host sets them. */
export class LobbyRules extends HTMLElement {
  #fieldset = el("fieldset", { class: "options" });
  /** @type {Map<Rules["preset"], HTMLInputElement>} */
  #presets = new Map();
  /** @type {Map<HouseRule, HTMLInputElement>} */
  #switches = new Map();
  /** @type {Map<Length, HTMLInputElement>} */
  #lengths = new Map();
  #points = this.#number("points");
  #rounds = this.#number("rounds");
  #here = new RulesHere();
  /** @type {Rules | null} */
  #rules = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const presets = el("div", { class: "presets" }, ...PRESETS.map((preset) => this.#preset(preset)));
    const lengths = choice(HOUSE.length.ends, "length", /** @type {Length[]} */ (["points", "rounds"]),
      (length) => HOUSE.length[length], this.#lengths, (length) => this.#set({ length }));
    this.#fieldset.append(
      el("legend", {}, el("h2", {}, HOUSE.title)),
      presets,
      this.#here,
      el("details", {}, el("summary", {}, HOUSE.details), lengths, this.#points.label, this.#rounds.label,
        ...KEYS.map((key) => this.#switch(key))),
    );
    this.append(this.#fieldset);
  }

  /** @param {RoomModel} model */
  set model({ view: { rules, host }, you }) {
    this.#rules = rules;
    this.#fieldset.disabled = you.seat !== host;
    for (const [preset, input] of this.#presets) input.checked = preset === rules.preset;
    for (const [key, input] of this.#switches) input.checked = isOther(rules, key);
    for (const [length, input] of this.#lengths) input.checked = length === rules.length;
    for (const { length, label, input } of [this.#points, this.#rounds]) {
      label.hidden = length !== rules.length;
      if (input !== document.activeElement) input.value = String(rules[length]);
    }
    this.#here.update(rules);
  }

  /** @param {Partial<Rules>} changed */
  #set(changed) {
    askRules(this, (rules) => ({ ...rules, ...changed }));
  }

  /** @param {Rules["preset"]} preset */
  #preset(preset) {
    const { name, text } = HOUSE.presets[/** @type {keyof typeof HOUSE.presets} */ (preset)];
    const id = `preset-${preset}`;
    const said = { "aria-labelledby": id, "aria-describedby": `${id}-hint` };
    const input = el("input", { type: "radio", name: "preset", value: preset, ...said });
    input.addEventListener("change", () => askRules(this, (rules) => withPreset(rules, preset)));
    this.#presets.set(preset, input);
    const words = el("span", {}, el("b", { id }, name), el("small", { id: `${id}-hint` }, text));
    return el("label", {}, input, words);
  }

  /** @param {HouseRule} key */
  #switch(key) {
    const { name, text } = HOUSE.rules[key];
    const { label, input } = switchOf(`house-${key}`, name, text, (other) => this.#set(turned(key, other)));
    this.#switches.set(key, input);
    return label;
  }

  /** A field for how long a game is. @param {Length} length */
  #number(length) {
    const { least, most } = LENGTHS[length];
    const range = { min: String(least), max: String(most) };
    const input = el("input", { type: "number", inputmode: "numeric", ...range });
    input.addEventListener("change", () => {
      const number = within(input.value, LENGTHS[length]);
      if (number !== null) this.#set({ [length]: number });
      input.value = String(number ?? this.#rules?.[length] ?? "");
    });
    return { length, input, label: el("label", { class: "number" }, el("span", {}, HOUSE.length[`to_${length}`]), input) };
  }
}

customElements.define("lobby-rules", LobbyRules);
