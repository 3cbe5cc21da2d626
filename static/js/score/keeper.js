/** @import { Game } from "./game.js" */
import { isNews, recall, remember } from "../memory.js";

const KEPT = "score";
const BEGUN = "score-begun";
const MOST_STEPS = 50;

/**
 * A game others can look at. `version`: of what the server has; `sent`: whether that is the game as it is here;
 * `ends`: when the link does, in ms.
 * @typedef {{ code: string, url: string, version: number, ends: number, sent: boolean }} Share
 * @typedef {{ game: Game | null, former: Game[], share: Share | null }} Kept
 */

/** The game of this browser: kept with every change, shared with its other tabs, and each step can be taken back. */
export class Keeper {
  /** @type {Kept} */
  #kept = read();
  #isKept = true;
  /** @type {() => void} */
  onChange = () => {};

  get game() {
    return this.#kept.game;
  }

  get share() {
    return this.#kept.share;
  }

  /** Whether the browser has kept what it was last given; where it has not, the game ends with the page. */
  get isKept() {
    return this.#isKept;
  }

  get canUndo() {
    return this.#kept.former.length > 0;
  }

  /** One step on. @param {Game} game @param {Share | null} share as it is then, by default to be sent anew */
  put(game, share = this.#unsent()) {
    const { former: steps, game: last } = this.#kept;
    this.#write({ game, former: [...steps, ...(last ? [last] : [])].slice(-MOST_STEPS), share });
  }

  /** One step back, if there is one. */
  undo() {
    const former = [...this.#kept.former];
    const game = former.pop();
    if (game) this.#write({ game, former, share: this.#unsent() });
  }

  /** @param {Share | null} share */
  putShare(share) {
    this.#write({ ...this.#kept, share });
  }

  /** Keeps what there is; `isKept` says whether that went well. */
  keep() {
    this.#isKept = remember(KEPT, JSON.stringify(this.#kept));
  }

  /** Keeps what is put in of the next hand so far. @param {string} hand */
  keepBegun(hand) {
    remember(BEGUN, JSON.stringify({ hand, game: this.#kept.game }));
  }

  /** What was kept so of the game as it is; null where there is none. @returns {string | null} */
  get begun() {
    try {
      const { hand, game } = JSON.parse(recall(BEGUN) ?? "");
      return JSON.stringify(game) === JSON.stringify(this.#kept.game) ? hand : null;
    } catch {
      return null;
    }
  }

  /**
   * Another tab has kept something: the game, which it has sent, too, or what is no matter here.
   * @param {StorageEvent} event @returns {boolean} whether it was the game
   */
  reread(event) {
    const isGame = isNews(event, KEPT);
    if (isGame) this.#kept = read();
    return isGame;
  }

  #unsent() {
    const { share } = this.#kept;
    return share && { ...share, sent: false };
  }

  /** @param {Kept} kept */
  #write(kept) {
    this.#kept = kept;
    this.keep();
    this.onChange();
  }
}

/** @returns {Kept} what this browser has; nothing where that cannot be read */
function read() {
  try {
    const { game, former, share } = JSON.parse(recall(KEPT) ?? "");
    if (Array.isArray(former)) return { game, former, share };
  } catch {
    // Nothing kept yet.
  }
  return { game: null, former: [], share: null };
}
