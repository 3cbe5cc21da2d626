/** @import { Odds } from "./protocol.js" */
import { readOdds } from "./api.js";

/** The odds of the newest change, for as long as somebody looks: one question at a time, the newest state last. */
export class OddsKeeper {
  /** @type {Odds | null} */
  odds = null;
  #asking = false;
  #wanted = 0;
  /** The change after which the odds that are here were asked for; they may be of a later one. */
  #answered = 0;

  /** @param {string} code @param {() => void} changed @param {(code: string) => Promise<Odds>} read */
  constructor(code, changed, read = readOdds) {
    this.code = code;
    this.changed = changed;
    this.read = read;
  }

  /** Asks for the odds after change `seq`, unless they are here or on their way. @param {number} seq */
  want(seq) {
    this.#wanted = seq;
    if (!this.#asking && this.#answered !== seq && this.odds?.seq !== seq) this.#ask();
  }

  async #ask() {
    this.#asking = true;
    const wanted = this.#wanted;
    const odds = await this.read(this.code).catch(() => null);
    this.#asking = false;
    if (odds) this.#take(odds, wanted);
    if (this.#wanted !== wanted) this.want(this.#wanted);
  }

  /** @param {Odds} odds @param {number} asked the change after which they were asked for */
  #take(odds, asked) {
    this.odds = odds;
    this.#answered = asked;
    this.changed();
  }
}
