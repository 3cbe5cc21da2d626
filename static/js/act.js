/** @import { Command, ErrorCode, View, You } from "./protocol.js" */

/**
 * What lobby and join screen show; `clock` is the server's time where the page knows it.
 * @typedef {{ view: View, you: You, code: string, url: string, clock?: { now(): number } }} RoomModel
 */

/**
 * The server's answer to something this page asked for and may not do.
 * @typedef {{ do: Command["do"], code: ErrorCode | string, message: string, suggestion?: string | null }} Refusal
 */

/**
 * Ask for something: the page sends it to the server with an id of its own.
 * @param {HTMLElement} element where the wish comes from
 * @param {Command} command
 */
export function act(element, command) {
  element.dispatchEvent(new CustomEvent("act", { bubbles: true, detail: command }));
}
