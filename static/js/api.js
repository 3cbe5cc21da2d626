/** @import { BotLevel, LoggedChange, Odds, Rules, View } from "./protocol.js" */
import { keepsCookies } from "./memory.js";
import { refusalText } from "./refusals.js";

/** What may be otherwise in a moment: no connection, trouble of the server's, or too many who ask. @type {ReadonlySet<string>} */
const PASSING = new Set(["offline", "unavailable", "rate_limited"]);

/** A refusal of the server, or no answer at all (`code` is `offline` then). `message` is for people, in the page's words. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ status?: number, suggestion?: string | null }} more
   */
  constructor(code, message, { status = 0, suggestion = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.suggestion = suggestion;
  }
}

/** Whether asking again may help. @param {unknown} error */
export const mayPass = (error) => !(error instanceof ApiError) || PASSING.has(error.code);

/**
 * @param {"create" | "join" | "find"} wish
 * @param {string} path
 * @param {{ name: string }} [body] sent as JSON by POST; without one it is a GET
 * @returns {Promise<any>} the answer's JSON. Throws ApiError.
 */
async function call(wish, path, body) {
  // The seat would be nobody's, and this browser a watcher of its own table.
  if (body && !keepsCookies()) throw new ApiError("no_cookies", refusalText({ code: "no_cookies", wish }));
  /** @type {RequestInit} */
  const request = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new ApiError("offline", refusalText({ code: "offline", wish }));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const { status } = response;
  const { error: code = "unavailable", suggestion = null } = answer ?? {};
  throw new ApiError(code, refusalText({ code, wish, name: body?.name, suggestion }), { status, suggestion });
}

/**
 * @param {{ name: string, seats?: number, bots?: number, level?: BotLevel, start?: boolean, rules?: Partial<Rules>, daily?: boolean }} wish
 * @returns {Promise<{ code: string, url: string, seat: number }>}
 */
export const createRoom = (wish) => call("create", "/api/rooms", wish);

/**
 * @param {string} code
 * @param {string} name
 * @returns {Promise<{ seat: number }>}
 */
export const joinRoom = (code, name) => call("join", `/api/rooms/${encodeURIComponent(code)}/join`, { name });

/**
 * @param {string} code
 * @returns {Promise<View & { seq: number, now: number }>}
 */
export const readRoom = (code) => call("find", `/api/rooms/${encodeURIComponent(code)}`);

/**
 * What has happened in the present game.
 * @param {string} code
 * @returns {Promise<{ changes: LoggedChange[] }>}
 */
export const readLog = (code) => call("find", `/api/rooms/${encodeURIComponent(code)}/log`);

/**
 * The chances of every active seat's next card.
 * @param {string} code
 * @returns {Promise<Odds>}
 */
export const readOdds = (code) => call("find", `/api/rooms/${encodeURIComponent(code)}/odds`);
