/** Warnings to somebody who has to decide, in seconds before the deadline. */
export const SOON_SECONDS = 20;
export const NOW_SECONDS = 10;

/** A round trip beyond this many milliseconds is called a slow connection. */
const SLOW_MS = 2000;

/** The server's time as this browser knows it: the own clock plus an offset learned from frames and pongs. */
export class ServerClock {
  /** @type {number | null} */
  #offset = null;
  slow = false;

  /** @param {() => number} local milliseconds since 1970 on the own clock */
  constructor(local = Date.now) {
    this.local = local;
  }

  /** Milliseconds since 1970 on the server's clock. */
  now() {
    return this.local() + (this.#offset ?? 0);
  }

  /**
   * A frame written at `now` cannot come from the future, so the offset is at least this.
   * @param {number} now
   */
  frame(now) {
    const least = now - this.local();
    if (this.#offset === null || least > this.#offset) this.#offset = least;
  }

  /**
   * The answer to a ping sent at `sent` (own clock): the server's `now` lies in the middle of the way there and back.
   * @param {number} sent @param {number} now
   */
  pong(sent, now) {
    const back = this.local();
    this.slow = back - sent > SLOW_MS;
    if (!this.slow) this.#offset = now - (sent + back) / 2;
  }
}

/** The clock of this page. */
export const clock = new ServerClock();

/**
 * Whole seconds until `deadline`, never below 0.
 * @param {number} deadline @param {number} now
 */
export function secondsLeft(deadline, now) {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/**
 * Whether one of the warnings is due now that `seconds` are left, where `before` were at the last look: a page that was
 * busy, or is new, may not have looked at the very second. In the last one nobody can use it.
 * @param {number} before @param {number} seconds
 */
export function isWarning(before, seconds) {
  return seconds > 1 && [SOON_SECONDS, NOW_SECONDS].some((bound) => seconds <= bound && before > bound);
}

/**
 * The part of a turn that is left, 0 to 1: what the ring shows.
 * @param {number} seconds @param {number} turnSeconds
 */
export function ringShare(seconds, turnSeconds) {
  return turnSeconds <= 0 ? 1 : Math.min(1, seconds / turnSeconds);
}

/**
 * Calls `tick` now and whenever the number of whole seconds until `deadline` changes; the result stops it.
 * @param {number} deadline @param {(seconds: number) => void} tick @param {() => number} now
 */
export function countDown(deadline, tick, now = () => clock.now()) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const step = () => {
    const left = deadline - now();
    const seconds = secondsLeft(deadline, now());
    tick(seconds);
    if (seconds > 0) timer = setTimeout(step, left - (seconds - 1) * 1000);
  };
  step();
  return () => clearTimeout(timer);
}
