/** @import { Command, ErrorCode, Rules, View, You } from "./protocol.js" */
/** @import { Outcome } from "./socket.js" */

/**
 * What lobby and join screen show; `clock` is the server's time where the page knows it.
 * @typedef {{ view: View, you: You, code: string, url: string, clock?: { now(): number } }} RoomModel
 */

/**
 * The server's answer to something this page asked for and may not do.
 * @typedef {{ do: Command["do"], code: ErrorCode | string, message: string, suggestion?: string | null }} Refusal
 */

/**
 * What an `act` event carries; `answer` takes what became of the command.
 * @typedef {{ command: Command, answer: (outcome: Outcome) => void }} Wish
 */

/**
 * Ask for something: the page sends it to the server with an id of its own.
 * @param {EventTarget} element where the wish comes from
 * @param {Command} command
 * @returns {Promise<Outcome>} what became of it, once the server has answered and the page shows it
 */
export function act(element, command) {
  return new Promise((answer) => {
    /** @type {Wish} */
    const detail = { command, answer };
    element.dispatchEvent(new CustomEvent("act", { bubbles: true, detail }));
  });
}

/**
 * Ask for other rules. They are sent whole, with what was asked for a moment ago, wherever in the lobby: what is missing
 * would fall back to its default.
 * @param {EventTarget} element where the wish comes from
 * @param {(rules: Rules) => Partial<Rules>} change from the rules that there are, or have been asked for
 */
export function askRules(element, change) {
  element.dispatchEvent(new CustomEvent("ask-rules", { bubbles: true, detail: change }));
}

/** Ask for something that lies over the page. @param {EventTarget} element where the wish comes from @param {string} panel */
export function openPanel(element, panel) {
  element.dispatchEvent(new CustomEvent("open-panel", { bubbles: true, detail: panel }));
}

/**
 * A button's own wish: until it is answered, further presses ask for nothing.
 * @param {HTMLElement} button @param {Command} command
 */
export async function actOnce(button, command) {
  if (button.ariaBusy === "true" || button.ariaDisabled === "true") return;
  button.ariaBusy = "true";
  await act(button, command);
  button.ariaBusy = "false";
}

/**
 * An owner's wish to play again for the seat a bot plays for.
 * @param {HTMLElement} button @param {number | null} seat the owner's
 */
export async function takeBack(button, seat) {
  if (seat !== null) await actOnce(button, { do: "take_over", seat });
}

/** Where these come too late, what they ask for has happened already. @type {ReadonlySet<string>} */
const ONCE = new Set(["start", "ready", "rematch"]);
/** @type {ReadonlySet<string>} */
const WRONG_PHASE = new Set(["not_in_lobby", "wrong_phase", "game_over"]);

/**
 * Whether a refusal needs no words, since the true state is on the page: a stale decision, a repeated step.
 * @param {Pick<Refusal, "do" | "code">} refusal
 */
export function isMoot({ do: wish, code }) {
  return code === "stale_decision" || (ONCE.has(wish) && WRONG_PHASE.has(code));
}
