/** @import { Odds } from "./protocol.js" */
import { mayPass, readOdds } from "./api.js";

/** So long nothing is asked after a failure. */
const REST_MS = 2000;

/** The odds of the newest change, for as long as somebody looks: one question at a time, the newest state last. */
export class OddsKeeper {
  /** @type {Odds | null} */
  odds = null;
  #asking = false;
  #resting = false;
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
    if (!this.#asking && !this.#resting && this.#answered !== seq && this.odds?.seq !== seq) this.#ask();
  }

  async #ask() {
    this.#asking = true;
    const wanted = this.#wanted;
    try {
      const odds = await this.read(this.code);
      this.#asking = false;
      this.#take(odds, wanted);
    } catch (error) {
      this.#asking = false;
      return this.#rest(mayPass(error));
    }
    if (this.#wanted !== wanted) this.want(this.#wanted);
  }

  /** Former odds are of other cards: there are none, until somebody who still looks asks again. @param {boolean} again by itself */
  #rest(again) {
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      if (again) this.changed();
    }, REST_MS);
    this.odds = null;
    this.changed();
  }

  /** @param {Odds} odds @param {number} asked the change after which they were asked for */
  #take(odds, asked) {
    this.odds = odds;
    this.#answered = asked;
    this.changed();
  }
}
