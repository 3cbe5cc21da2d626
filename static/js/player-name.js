/** @import { Outcome } from "./socket.js" */
import { recall, remember } from "./memory.js";
import { isTooLong } from "./names.js";
import { refusalText } from "./refusals.js";
import { DEFAULT_NAME } from "./text-lobby.js";

/**
 * The name of this browser's player, to be read and to be changed: kept here, and at a table for all to see.
 * @param {{ known(): string | null, rename(name: string): Promise<Outcome> }} [table] `known`: null for who has no seat
 */
export function playerName(table) {
  const name = () => table?.known() ?? recall("name") ?? DEFAULT_NAME;
  /** @param {string} wanted @returns {Promise<string>} what is wrong with it, or "" */
  const rename = async (wanted) => {
    if (wanted === "" || isTooLong(wanted)) return refusalText({ code: "bad_name", wish: "rename" });
    const outcome = table && table.known() !== null ? await table.rename(wanted) : null;
    if (outcome && !outcome.ok) return refusalText({ ...outcome, wish: "rename", name: wanted });
    remember("name", wanted);
    return "";
  };
  return { name, rename };
}
