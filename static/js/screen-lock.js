/** Keeps the screen from going dark while that is wanted; the browser lets go of it by itself when the page is hidden. */
export class ScreenLock {
  #wanted = false;
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #asking = false;

  /** @param {boolean} wanted */
  want(wanted) {
    this.#wanted = wanted;
    if (!wanted) this.#release();
    else if (!this.#asking && (this.#lock === null || this.#lock.released)) this.#ask();
  }

  async #ask() {
    if (!("wakeLock" in navigator)) return;
    this.#asking = true;
    // Refused where the battery is low, or where the page was hidden meanwhile.
    this.#lock = await navigator.wakeLock.request("screen").catch(() => null);
    this.#asking = false;
    if (!this.#wanted) this.#release();
  }

  #release() {
    this.#lock?.release().catch(() => {});
    this.#lock = null;
  }
}
