/** @import { Change, ClientMessage, Command, Refused, ServerMessage, Welcome } from "./protocol.js" */
import { Timers } from "./timers.js";

/**
 * What became of a command.
 * @typedef {{ ok: true, seq: number } | { ok: false, code: string, message: string, suggestion?: string }} Outcome
 * @typedef {{ message: ClientMessage, settle: (outcome: Outcome) => void, tries: number }} Waiting
 * @typedef {"connecting" | "open" | "lost" | "ended"} LinkState
 * @typedef {{
 *   address: () => string,
 *   receive: (message: Welcome | Change) => void,
 *   changed: (state: LinkState, reason: string | null) => void,
 *   pong: (sent: number, now: number) => void,
 * }} Hooks
 * @typedef {{ WebSocket: typeof WebSocket, now: () => number, random: () => number, hidden: () => boolean }} World
 */

/** Close codes after which trying again is of no use, by the reason a page tells. */
const FINAL = new Map([
  [4000, "room_expired"],
  [4001, "removed"],
  [4002, "no_such_room"],
  [4008, "abuse"],
  [4009, "too_many_connections"],
]);

const PING_MS = 15_000;
/** The banner is due within five seconds. */
const SILENCE_MS = 4500;
/** A break shorter than this is mended before anybody needs to hear of it. */
const PATIENCE_MS = 1000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const GROWTH = 1.6;
const MOST_TRIES = 6;

/**
 * Milliseconds to wait before the nth attempt (from 0): growing, with half of it left to chance.
 * @param {number} attempt @param {number} random 0 to 1
 */
export function pause(attempt, random) {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** attempt);
  return most * (0.5 + random / 2);
}

/**
 * The connection of one page to its room: keeps itself alive, comes back after a break, and sends every command
 * with one id until it is answered, so that none is lost and none counts twice.
 */
export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {LinkState} */
  #state = "connecting";
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, number>} */
  #pings = new Map();
  #timers = new Timers();
  #attempt = 0;
  #count = 0;
  /** When the other side was last heard of. */
  #heardAt = -Infinity;
  /** It was silent while nobody looked: a page in the background is held up itself, so that says little. */
  #doubted = false;
  /** @type {string | null} */
  #farewell = null;

  /** @param {Hooks} hooks @param {World} world */
  constructor(hooks, world = { WebSocket, now: Date.now, random: Math.random, hidden: () => document.hidden }) {
    this.hooks = hooks;
    this.world = world;
    this.prefix = Math.floor(world.random() * 36 ** 6)
      .toString(36)
      .padStart(6, "0");
  }

  get state() {
    return this.#state;
  }

  /** Opens the connection, or a fresh one in place of the present. */
  connect() {
    this.#drop();
    this.#doubted = false;
    this.#timers.stop("retry");
    const socket = new this.world.WebSocket(this.hooks.address());
    this.#socket = socket;
    socket.onmessage = (event) => socket === this.#socket && this.#heard(JSON.parse(String(event.data)));
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code);
    this.#timers.set("silence", SILENCE_MS, () => this.#silent());
  }

  /**
   * Somebody looks again, or the network has changed: asks at once whether the other side is still there, or connects
   * at once where there is reason to doubt it.
   */
  check() {
    if (this.#state === "ended") return;
    this.#attempt = 0;
    const overdue = this.world.now() - this.#heardAt > PING_MS + SILENCE_MS;
    if (this.#state === "open" && !this.#doubted && !overdue) this.#ping();
    else this.connect();
  }

  /** Ends the connection for good. @param {string} reason */
  end(reason) {
    this.#timers.stopAll();
    this.#drop();
    this.#enter("ended", reason);
  }

  /**
   * Sends a command until it is answered.
   * @param {Command} command
   * @returns {Promise<Outcome>}
   */
  send(command) {
    const id = this.#id();
    return new Promise((settle) => {
      const waiting = { message: { id, ...command }, settle, tries: 0 };
      this.#waiting.set(id, waiting);
      if (this.#state === "open") this.#write(waiting.message);
    });
  }

  #id() {
    this.#count += 1;
    return `${this.prefix}-${this.#count}`;
  }

  /** @param {ClientMessage} message */
  #write(message) {
    this.#socket?.send(JSON.stringify(message));
    if (!this.#timers.has("silence")) this.#timers.set("silence", SILENCE_MS, () => this.#silent());
  }

  #ping() {
    const id = this.#id();
    this.#pings.set(id, this.world.now());
    this.#write({ id, do: "ping" });
    this.#timers.set("ping", PING_MS, () => this.#ping());
  }

  /** @param {ServerMessage} message */
  #heard(message) {
    this.#timers.stop("silence");
    this.#heardAt = this.world.now();
    this.#doubted = false;
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "change":
        this.hooks.receive(message);
        break;
      case "ack":
        this.#settle(message.id, { ok: true, seq: message.seq });
        break;
      case "error":
        this.#refused(message);
        break;
      case "pong":
        this.hooks.pong(this.#pings.get(message.id) ?? this.world.now(), message.now);
        this.#pings.delete(message.id);
        break;
      case "bye":
        this.#farewell = message.code;
        break;
      default: // a newer server may say more; what this page does not know it does not need
    }
  }

  /** @param {Welcome} message */
  #welcomed(message) {
    const again = this.#state !== "open";
    this.#attempt = 0;
    this.#timers.stop("mourn");
    this.hooks.receive(message);
    if (!again) return;
    this.#enter("open", null);
    for (const { message: unanswered } of this.#waiting.values()) this.#write(unanswered);
    this.#ping();
  }

  /** @param {Refused} message */
  #refused({ id, code, message, suggestion }) {
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (id === null || !waiting) return;
    if (code === "unavailable" && waiting.tries < MOST_TRIES) {
      this.#timers.set(`again ${id}`, pause(waiting.tries, this.world.random()), () => {
        if (this.#state === "open" && this.#waiting.has(id)) this.#write(waiting.message);
      });
      waiting.tries += 1;
      return;
    }
    this.#settle(id, { ok: false, code, message, ...(suggestion === undefined ? {} : { suggestion }) });
  }

  /** @param {string} id @param {Outcome} outcome */
  #settle(id, outcome) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settle(outcome);
  }

  /** @param {number} code */
  #closed(code) {
    const farewell = [...FINAL.values()].find((reason) => reason === this.#farewell);
    const reason = farewell ?? FINAL.get(code);
    if (reason) this.end(reason);
    else this.#lost();
  }

  /** Nothing has come for so long that patience would only hide it. */
  #silent() {
    if (this.#state === "open" && this.world.hidden()) {
      this.#doubted = true;
      return;
    }
    this.#lost();
    this.#timers.stop("mourn");
    if (this.#state === "connecting") this.#enter("lost", null);
  }

  /** The other side is gone: come back after a pause. */
  #lost() {
    this.#drop();
    if (this.#state === "connecting" && !this.#timers.has("mourn")) {
      this.#timers.set("mourn", PATIENCE_MS, () => this.#enter("lost", null));
    }
    this.#timers.set("retry", pause(this.#attempt, this.world.random()), () => this.connect());
    this.#attempt += 1;
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#farewell = null;
    this.#pings.clear();
    this.#timers.stop("ping");
    this.#timers.stop("silence");
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    if (this.#state === "open") this.#enter("connecting", null);
  }

  /** @param {LinkState} state @param {string | null} reason */
  #enter(state, reason) {
    this.#state = state;
    this.hooks.changed(state, reason);
  }
}
