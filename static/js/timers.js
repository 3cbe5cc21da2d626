/** Timers by name: setting one anew replaces it. */
export class Timers {
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  #running = new Map();

  /** @param {string} name @param {number} ms @param {() => void} act */
  set(name, ms, act) {
    this.stop(name);
    const timer = setTimeout(() => {
      this.#running.delete(name);
      act();
    }, ms);
    this.#running.set(name, timer);
  }

  /** @param {string} name */
  has(name) {
    return this.#running.has(name);
  }

  /** @param {string} name */
  stop(name) {
    clearTimeout(this.#running.get(name));
    this.#running.delete(name);
  }

  stopAll() {
    for (const name of [...this.#running.keys()]) this.stop(name);
  }
}
