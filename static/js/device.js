/** @import { Command, View, You } from "./protocol.js" */

/** Several people at this browser: whose seats they have, and who of them acts. */

/** The seats of all who play at this browser, the first one's first. @param {You} you */
export function seatsHere({ seat, local = {} }) {
  return [...(seat === null ? [] : [seat]), ...Object.values(local)];
}

/** Whether the page goes from hand to hand. @param {You} you */
export const isShared = (you) => seatsHere(you).length > 1;

/** Who of this browser's people has a seat, by number. @param {You} you @param {number | null | undefined} seat */
export function numberOf({ local = {} }, seat) {
  return Number(Object.keys(local).find((number) => local[number] === seat) ?? 0);
}

/** The lowest number that nobody at this browser has, or will have when the round ends, or was removed with. @param {You} you */
export function nextNumber({ local = {}, local_reserved: reserved = {}, local_removed: removed = [] }) {
  let number = 1;
  while (number in local || number in reserved || removed.includes(number)) number += 1;
  return number;
}

/**
 * Whose page it is: who is asked, whose seat a bot plays, after the game the host; else whoever was asked last.
 * @param {You} you @param {View} view @param {number | null} former
 */
export function actingSeat(you, { decision, seats, phase, host }, former) {
  const here = seatsHere(you);
  const asked = decision?.seat ?? null;
  if (asked !== null && here.includes(asked) && seats[asked]?.kind === "human") return asked;
  const away = here.find((seat) => seats[seat]?.kind === "bot");
  if (away !== undefined) return away;
  if (phase === "game_over" && here.includes(host)) return host;
  return former !== null && here.includes(former) ? former : (here[0] ?? null);
}

/** @param {Command} command @param {View} view @param {number | null} me */
function speaker(command, { decision, host }, me) {
  if ("decision" in command) return decision?.seat;
  if (command.do === "take_over") return command.seat;
  if (command.do === "react" || command.do === "rename") return me;
  return ["start", "rematch", "rules", "add_bot", "remove"].includes(command.do) ? host : null;
}

/**
 * A command as it is sent: for each of this browser's people whom it concerns, with their number.
 * @param {Command} command @param {You} you @param {View} view @param {number | null} me
 * @returns {Command[]}
 */
export function signed(command, you, view, me) {
  if (!isShared(you) || "local" in command) return [command];
  if (command.do === "ready" || command.do === "leave") {
    const waiting = seatsHere(you).filter((seat) => command.do === "leave" || !view.seats[seat]?.ready);
    return waiting.toReversed().map((seat) => ({ ...command, local: numberOf(you, seat) }));
  }
  const local = numberOf(you, speaker(command, view, me));
  return [local === 0 ? command : { ...command, local }];
}
