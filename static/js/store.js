/** @import { Change, GameEvent, LoggedChange, View, Welcome, You } from "./protocol.js" */

/**
 * What came of a message: a whole new state, the next change, one that was known already, or a hole before it.
 * @typedef {"fresh" | "next" | "known" | "gap"} Taken
 */

/**
 * A view with what a change says anew; what it leaves out has not changed.
 * @param {View} view @param {Partial<View>} part
 * @returns {View}
 */
export function merged(view, part) {
  return { ...view, ...part };
}

/** What the server said last: the one state the page trusts. Nothing here is guessed. */
export class Store {
  /** @type {View | null} */
  view = null;
  /** @type {You} */
  you = { seat: null };
  seq = 0;
  digest = "";
  /** @type {string | null} */
  #build = null;
  /** The server runs a newer build than the one this page came from. */
  outdated = false;
  /** @type {{ seq: number, go: () => void }[]} */
  #awaited = [];

  /** The query of the next handshake: where this page stopped listening. */
  get cursor() {
    return this.view ? `?after=${this.seq}&digest=${encodeURIComponent(this.digest)}` : "";
  }

  /**
   * Takes a frame in. After "gap" nothing has changed: the connection must be opened anew.
   * @param {Welcome | Change} message
   * @returns {Taken}
   */
  take(message) {
    if (message.type === "welcome") {
      this.view = message.view;
      this.you = message.you;
      this.#build ??= message.build;
      this.outdated = message.build !== this.#build;
    } else {
      if (!this.view) return "gap";
      if (message.seq <= this.seq) return "known";
      if (message.seq !== this.seq + 1) return "gap";
      this.view = merged(this.view, message.view);
    }
    this.seq = message.seq;
    this.digest = message.digest;
    const fresh = message.type === "welcome";
    const reached = this.#awaited.filter(({ seq }) => fresh || seq <= this.seq);
    this.#awaited = this.#awaited.filter((one) => !reached.includes(one));
    for (const { go } of reached) go();
    return fresh ? "fresh" : "next";
  }

  /**
   * Comes true with the state after change `seq`, or with a whole new one: an answer may come before its change.
   * @param {number} seq
   * @returns {Promise<void>}
   */
  reached(seq) {
    return new Promise((go) => {
      if (seq <= this.seq) go();
      else this.#awaited.push({ seq, go });
    });
  }
}

/**
 * What a welcome tells as missed and this page, which stopped at `seq`, has not been told yet; null where something
 * between the two is missing, or what this page knows is not this room's history any more.
 * @param {Welcome} welcome @param {number} seq
 * @returns {LoggedChange[] | null}
 */
export function untold({ missed, seq: present }, seq) {
  const later = missed?.filter((change) => change.seq > seq) ?? null;
  return later && seq + later.length === present ? later : null;
}

/** The changes of the present game, as far as this page knows them. */
export class History {
  /** @type {LoggedChange[]} */
  changes = [];
  /** Nothing is missing from the start of the game to the last change. */
  complete = false;

  /** @param {LoggedChange} change */
  add(change) {
    if (change.events.some((event) => event.type === "started")) {
      this.changes = [];
      this.complete = true;
    }
    this.changes.push({ seq: change.seq, digest: change.digest, now: change.now, events: change.events });
  }

  /** What was known may not be true any more. */
  forget() {
    this.changes = [];
    this.complete = false;
  }

  /** Starts over with the server's own record. @param {LoggedChange[]} changes */
  replace(changes) {
    const later = this.changes.filter((change) => change.seq > (changes.at(-1)?.seq ?? 0));
    this.changes = [...changes, ...later];
    this.complete = true;
  }

  /** @returns {GameEvent[]} */
  get events() {
    return this.changes.flatMap((change) => change.events);
  }
}
