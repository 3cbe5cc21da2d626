/** @import { Game } from "./game.js" */
/** @import { Keeper, Share } from "./keeper.js" */

const AGAIN_MS = 5000;
/** How a game is refused that has too many rounds or bytes; the page makes none that is wrong otherwise. */
const TOO_LONG = new Set([400, 413]);
/** Answers after which the same request would be refused again. */
const HOPELESS = new Set([...TOO_LONG, 403, 404]);

/**
 * What can become of a wish to share: it is as it was wished, there is no connection, the server refuses the game for its
 * size, the link has ended, or another tab was faster.
 * @typedef {"sent" | "unsent" | "too_large" | "ended" | "overtaken"} Told
 */

/** Keeps what others see the same as the game here: one request at a time, and again until it is there. */
export class Sharing {
  #keeper;
  #tell;
  #busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;

  /** @param {Keeper} keeper @param {(told: Told) => void} tell */
  constructor(keeper, tell) {
    this.#keeper = keeper;
    this.#tell = tell;
  }

  /** @param {Game} game @returns {Promise<Told>} "unsent": it is not shared */
  async begin(game) {
    const answer = await request("POST", "/api/scores", game);
    if (answer && TOO_LONG.has(answer.status)) return "too_large";
    if (!answer?.ok) return "unsent";
    const { code, url, version, expires_at: ends } = await answer.json();
    this.#keeper.putShare({ code, url, version, ends, sent: this.#keeper.game === game });
    this.push();
    return "sent";
  }

  /** Send the game if it has changed since the last time. */
  async push() {
    const { share, game } = this.#keeper;
    if (this.#busy || !share || share.sent || !game) return;
    clearTimeout(this.#again);
    this.#busy = true;
    const answer = await request("PUT", `/api/scores/${share.code}`, { ...game, version: share.version });
    this.#busy = false;
    if (answer?.ok) await this.#accepted(share, game, answer);
    else if (answer?.status === 409) await this.#overtaken(share, game);
    else if (answer && HOPELESS.has(answer.status)) this.#end(TOO_LONG.has(answer.status) ? "too_large" : "ended");
    else this.#later();
  }

  /** @param {Share} share @param {Game} game what was sent @param {Response} answer */
  async #accepted(share, game, answer) {
    const { version } = await answer.json();
    const sent = this.#keeper.game === game;
    this.#keeper.putShare({ ...share, version, sent });
    if (sent) this.#tell("sent");
    else this.push();
  }

  /** What another tab has sent counts; what was here is one step back. @param {Share} share @param {Game} game what was refused */
  async #overtaken(share, game) {
    const answer = await request("GET", `/api/scores/${share.code}`);
    if (!answer?.ok) return this.#later();
    const { game: newest, version } = await answer.json();
    const isSame = JSON.stringify(newest) === JSON.stringify(game);
    const known = { ...share, version, sent: true };
    if (isSame) this.#keeper.putShare(known);
    else this.#keeper.put(newest, known);
    this.#tell(isSame ? "sent" : "overtaken");
  }

  /** @param {Told} why */
  #end(why) {
    this.#keeper.putShare(null);
    this.#tell(why);
  }

  #later() {
    this.#tell("unsent");
    this.#again = setTimeout(() => this.push(), AGAIN_MS);
  }
}

/** @param {string} method @param {string} path @param {object} [body] @returns {Promise<Response | null>} null: no connection */
async function request(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  const sent = body ? { headers, body: JSON.stringify(body) } : {};
  return fetch(path, { method, cache: "no-store", ...sent }).catch(() => null);
}
