/** @import { Command } from "../protocol.js" */
/** @import { Control, Plan } from "../dock-plan.js" */
import { act } from "../act.js";
import { el, say } from "../dom.js";
import { Guard } from "../guard.js";
import { nameKey } from "../keys.js";
import { settings } from "../settings.js";
import { tell } from "../tell.js";
import { DOCK } from "../text.js";
import { ask } from "./ask-dialog.js";

const SPINNER_MS = 400;
const SLOW_MS = 3000;
/** From this many letters on, a label is set smaller, so that the button keeps its height: beside a note, and alone. */
const LONG = { noted: 16, alone: 18 };
/** From this many letters on, a note is set smaller, and then its label, too. */
const WORDY = 16;
const TWO_LINES = 28;

/** The key that presses a control, by its meaning. @type {Readonly<Record<string, string>>} */
const KEYS = { hit: "H", stay: "S" };

/** One of the two buttons: says what it would do, and what it is doing. */
class DockButton {
  guard = new Guard();
  /** @type {Control | null} */
  control = null;
  label = el("span", { class: "label" });
  note = el("small");
  key = el("kbd", { "aria-hidden": "true" });
  button;

  /** @param {string} look @param {(button: DockButton) => void} press */
  constructor(look, press) {
    const text = el("span", { class: "text" }, this.label, this.note);
    this.button = el(
      "button",
      { type: "button", class: `btn ${look}` },
      text,
      this.key,
      el("span", { class: "spin", "aria-hidden": "true" }),
    );
    this.button.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.button.addEventListener("click", (click) => {
      if (!this.guard.blocks(click)) press(this);
    });
  }

  /** @param {Control} control @param {number | null} decision */
  show(control, decision) {
    this.control = control;
    this.guard.means(control.meaning, decision);
    say(this.label, control.label);
    say(this.note, control.note);
    this.note.hidden = control.note === "";
    const most = control.note === "" ? LONG.alone : LONG.noted;
    this.button.classList.toggle("long", control.label.length > most || control.note.length > TWO_LINES);
    this.button.classList.toggle("wordy", control.note.length > WORDY);
    this.button.setAttribute("aria-disabled", String(control.act === null));
    const key = KEYS[control.meaning];
    this.key.hidden = !key || !settings.shortcuts;
    say(this.key, key ?? "");
    nameKey(this.button, key);
  }
}

/** @param {Control} stay */
const isSure = ({ label, note }) => ask({ title: DOCK.stay_ask, note, yes: label });

/**
 * The two buttons a player plays with; they stay where they are, whatever they mean.
 * Dispatches `act` (detail: the command), `show-sheet`, and `tell` (detail: why a button does nothing).
 */
export class TurnDock extends HTMLElement {
  #primary = new DockButton("primary", (button) => this.#press(button));
  #second = new DockButton("second", (button) => this.#press(button));
  /** The press under way, until the server has answered it or moved on. @type {{ decision: number | null } | null} */
  #sent = null;
  /** @type {ReturnType<typeof setTimeout>[]} */
  #timers = [];
  /** @type {number | null} */
  #decision = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", DOCK.actions);
    this.tabIndex = -1;
    this.append(this.#primary.button, this.#second.button);
  }

  /** @param {Plan} plan @param {number | null} decision the open decision */
  update(plan, decision) {
    this.#decision = decision;
    if (this.#sent !== null && decision !== this.#sent.decision) this.#settle();
    this.#primary.show(plan.primary, decision);
    this.#second.show(plan.second, decision);
    if (this.#sent !== null && this.classList.contains("slow")) this.#sending();
  }

  /** The last press has had its effect, or none. */
  #settle() {
    this.#sent = null;
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.classList.remove("slow", "waiting");
    for (const { button } of this.#buttons) button.classList.remove("pressed");
  }

  get #buttons() {
    return [this.#primary, this.#second];
  }

  /** Presses a button by its key, or says why it does nothing now. @param {"hit" | "stay"} meaning */
  pressKey(meaning) {
    const own = meaning === "hit" ? this.#primary : this.#second;
    if (own.control?.meaning === meaning) this.#press(own);
    else if (!own.control?.act) this.#tell(own.control);
  }

  /** Presses the primary button: confirms a chosen target. */
  confirm() {
    this.#press(this.#primary);
  }

  focusPrimary() {
    this.#primary.button.focus({ preventScroll: true });
  }

  /** @param {DockButton} pressed */
  async #press(pressed) {
    const wish = pressed.control?.act;
    if (!pressed.control || !wish) return this.#tell(pressed.control);
    if (wish.do === "stay" && settings.confirm_stay && !(await isSure(pressed.control))) return;
    if (wish.do === "show_sheet") return void this.dispatchEvent(new CustomEvent("show-sheet", { bubbles: true }));
    this.send(wish, pressed);
  }

  /** Sends a move, unless one is under way for this decision. @param {Command} command @param {DockButton} pressed */
  async send(command, pressed = this.#primary) {
    if (this.#sent !== null && this.#sent.decision === this.#decision) return;
    for (const { guard } of this.#buttons) guard.pressed();
    this.#settle();
    const sent = { decision: this.#decision };
    this.#sent = sent;
    pressed.button.classList.add("pressed");
    this.#timers.push(
      setTimeout(() => this.classList.add("waiting"), SPINNER_MS),
      setTimeout(() => this.#sending(), SLOW_MS),
    );
    await act(this, command);
    if (this.#sent !== sent) return;
    this.#settle();
    for (const button of this.#buttons) if (button.control) button.show(button.control, this.#decision);
  }

  #sending() {
    this.classList.add("slow");
    const pressed = this.#buttons.find(({ button }) => button.classList.contains("pressed"));
    if (!pressed) return;
    say(pressed.note, DOCK.sending);
    pressed.note.hidden = false;
  }

  /** @param {Control | null} control */
  #tell(control) {
    tell(this, control?.reason || DOCK.not_your_turn);
  }
}

customElements.define("turn-dock", TurnDock);
