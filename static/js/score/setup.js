/** @import { Game } from "./game.js" */
import { el, say } from "../dom.js";
import { cleanName, FIELD_CHARS, isTooLong } from "../names.js";
import { fill } from "../phrase.js";
import { FEWEST, GOALS, MOST } from "./game.js";
import { SAID } from "./words.js";

const PROPOSED = 3;

/** Who plays, who deals first and what ends the game. */
export class ScoreSetup extends HTMLElement {
  #list = el("ol", { class: "names", role: "list" });
  #dealer = el("select", { id: "dealer" });
  #add = el("button", { type: "button", class: "chip" }, SAID.add);
  #problem = el("p", { class: "wrong", role: "alert", id: "setup-problem" });
  #go = el("button", { class: "btn primary", "aria-describedby": "setup-problem" }, SAID.start);
  #length = { points: choice("points", SAID.at_points), rounds: choice("rounds", SAID.after_rounds) };
  #goal = { points: goalField("points", SAID.points), rounds: goalField("rounds", SAID.rounds) };

  /**
   * @param {Game | null} former whose players and goal are proposed @param {(game: Game) => void} start
   * @param {(() => void) | null} back to the game there is
   */
  constructor(former, start, back) {
    super();
    const names = former?.players ?? Array.from({ length: PROPOSED }, () => "");
    this.#list.append(...names.map((name) => this.#row(name)));
    this.#goal.points.input.value = String(former?.points ?? GOALS.points.usual);
    this.#goal.rounds.input.value = String(former?.rounds ?? GOALS.rounds.usual);
    this.#length[former?.length ?? "points"].input.checked = true;
    this.append(this.#form(start, back));
    this.#number();
    this.#showGoal();
  }

  /** @param {(game: Game) => void} start @param {(() => void) | null} back */
  #form(start, back) {
    const { points, rounds } = this.#length;
    const ends = el("fieldset", {}, el("legend", {}, SAID.ends), el("div", { class: "choice" }, points.label, rounds.label));
    const foot = el("div", { class: "foot" }, this.#go);
    if (back) foot.prepend(button("btn second", SAID.back, back));
    const players = el("fieldset", {}, el("legend", {}, SAID.players), this.#list, this.#add);
    const dealer = el("div", { class: "field" }, el("label", { for: "dealer" }, SAID.dealer), this.#dealer);
    const goals = [this.#goal.points.field, this.#goal.rounds.field];
    const form = el("form", { novalidate: true, class: "options" }, players, dealer, ends, ...goals, this.#problem, foot);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const game = this.#read();
      if (game) start(game);
    });
    form.addEventListener("input", () => this.#touched());
    this.#add.addEventListener("click", () => this.#addRow());
    return form;
  }

  #touched() {
    say(this.#problem, "");
    for (const input of this.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    this.#showGoal();
    this.#showDealers();
  }

  /** @param {string} name */
  #row(name) {
    const input = el("input", { autocomplete: "off", spellcheck: "false", maxlength: String(FIELD_CHARS), value: name });
    const remove = el("button", { type: "button", class: "icon" }, "×");
    const row = el("li", { class: "field" }, input, remove);
    remove.addEventListener("click", () => this.#removeRow(row));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.#onward(event, row);
    });
    return row;
  }

  /** Enter goes to the next name; from the last one to the button, as there may be more players to add. @param {KeyboardEvent} event @param {Element} row */
  #onward(event, row) {
    event.preventDefault();
    (row.nextElementSibling?.querySelector("input") ?? this.#go).focus();
  }

  #addRow() {
    if (this.#list.childElementCount >= MOST) return;
    const row = this.#row("");
    this.#list.append(row);
    this.#number();
    row.querySelector("input")?.focus();
  }

  /** @param {Element} row */
  #removeRow(row) {
    if (this.#list.childElementCount <= FEWEST) return;
    const near = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    this.#number();
    near?.querySelector("input")?.focus();
  }

  /** The rows' own numbers, after one came or went. */
  #number() {
    const rows = [...this.#list.children];
    for (const [i, row] of rows.entries()) {
      const input = row.querySelector("input");
      input?.setAttribute("aria-label", fill(SAID.name, { number: i + 1 }));
      input?.setAttribute("enterkeyhint", i < rows.length - 1 ? "next" : "done");
      input?.setAttribute("placeholder", fill(SAID.player, { number: i + 1 }));
      const remove = row.querySelector("button");
      remove?.setAttribute("aria-label", fill(SAID.remove, { number: i + 1 }));
      if (remove) remove.hidden = rows.length <= FEWEST;
    }
    this.#add.hidden = rows.length >= MOST;
    this.#showDealers();
  }

  #showDealers() {
    const chosen = this.#dealer.selectedIndex;
    this.#dealer.replaceChildren(...this.#names().map((name, seat) => el("option", { value: String(seat) }, name)));
    this.#dealer.selectedIndex = Math.min(Math.max(chosen, 0), this.#dealer.options.length - 1);
  }

  #showGoal() {
    const isPoints = this.#length.points.input.checked;
    this.#goal.points.field.hidden = !isPoints;
    this.#goal.rounds.field.hidden = isPoints;
  }

  #inputs() {
    return [...this.#list.querySelectorAll("input")];
  }

  /** What was typed, or else a number. */
  #names() {
    return this.#inputs().map(({ value }, i) => cleanName(value) || fill(SAID.player, { number: i + 1 }));
  }

  /** @returns {Game | null} null: something is wrong, and told */
  #read() {
    const players = this.#names();
    const inputs = this.#inputs();
    const long = players.findIndex(isTooLong);
    if (long !== -1) return this.#tell(SAID.wrong_name, inputs[long]);
    const twice = players.findIndex((name, i) => players.findIndex((other) => same(name, other)) !== i);
    if (twice !== -1) return this.#tell(fill(SAID.twice, { who: players[twice] ?? "" }), inputs[twice]);
    const length = this.#length.points.input.checked ? "points" : "rounds";
    const { input } = this.#goal[length];
    const { least, most } = GOALS[length];
    const goal = Number(input.value);
    if (!Number.isInteger(goal) || goal < least || goal > most) return this.#tell(fill(SAID.range, { least, most }), input);
    const goals = { points: GOALS.points.usual, rounds: GOALS.rounds.usual, [length]: goal };
    return { players, length, ...goals, dealer: this.#dealer.selectedIndex, hands: [] };
  }

  /** @param {string} problem @param {HTMLInputElement | undefined} input @returns {null} */
  #tell(problem, input) {
    say(this.#problem, problem);
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
    return null;
  }
}

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @param {"points" | "rounds"} value @param {string} text */
function choice(value, text) {
  const input = el("input", { type: "radio", name: "length", value });
  return { input, label: el("label", {}, input, el("span", {}, text)) };
}

/** @param {"points" | "rounds"} length @param {string} text */
function goalField(length, text) {
  const input = el("input", { id: `goal-${length}`, inputmode: "numeric", autocomplete: "off" });
  return { input, field: el("div", { class: "field" }, el("label", { for: input.id }, text), input) };
}

/** @param {string} look @param {string} text @param {(click: MouseEvent) => void} press */
export function button(look, text, press) {
  const made = el("button", { type: "button", class: look }, text);
  made.addEventListener("click", press);
  return made;
}

customElements.define("score-setup", ScoreSetup);
