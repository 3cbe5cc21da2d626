/** A control whose meaning has just changed ignores pointers this long: the finger was aiming at the old one. */
const GUARD_MS = 250;
/** A second press this soon after the first is a double click, even where a new question is open already. */
const DOUBLE_MS = 500;
/** A control that has come in another's place ignores pointers this long: a double click there is over by then. */
const PLACE_MS = 400;
/** What has come by itself ignores pointers this long: the finger may be on its way to what was there before. */
const UNSEEN_MS = 1000;

/** Keeps a press from landing on something its player had not seen yet. */
export class Guard {
  #meaning = "";
  /** @type {number | null} */
  #decision = null;
  #since = -Infinity;
  #pressed = -Infinity;
  /** @type {number | null} the question that was open at the last press */
  #answered = null;

  /** @param {() => number} now milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /**
   * What a press means from now on. Hit or Stay waking up in its place is what its player was waiting for.
   * @param {string} meaning "" where it does nothing @param {number | null} decision
   */
  means(meaning, decision) {
    const awakes = this.#meaning === "" && (meaning === "hit" || meaning === "stay");
    const again = decision !== this.#decision && this.now() - this.#pressed < DOUBLE_MS;
    if ((meaning !== this.#meaning && !awakes) || again) this.#since = this.now();
    this.#meaning = meaning;
    this.#decision = decision;
  }

  /**
   * Whether this click comes too soon, or is the second of a double click whose first has been answered meanwhile, however
   * long the page was busy in between. Keys (clicks without a pointer) never do.
   * @param {Pick<UIEvent, "detail">} click
   */
  blocks(click) {
    const secondOfTwo = click.detail === 2 && this.#answered !== null && this.#answered !== this.#decision;
    return secondOfTwo || (click.detail > 0 && this.now() - this.#since < GUARD_MS);
  }

  pressed() {
    this.#pressed = this.now();
    this.#answered = this.#decision;
  }
}

/**
 * Lets no press through that was meant for what stood where this new control is.
 * @template {EventTarget} T @param {T} control @param {() => number} now milliseconds @returns {T}
 */
export function guarded(control, now = () => performance.now()) {
  const since = now();
  control.addEventListener(
    "click",
    (click) => {
      if (/** @type {UIEvent} */ (click).detail === 0 || now() - since >= PLACE_MS) return;
      click.preventDefault();
      click.stopImmediatePropagation();
    },
    { capture: true },
  );
  return control;
}

/** Knows the second press of the same finger on a control that stays in its place while it is asked anew what it puts in. */
export class Echo {
  /** @type {EventTarget | null} */
  #control = null;
  #since = -Infinity;

  /** @param {() => number} now milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** @param {EventTarget | null} control what has just put something in */
  follows(control) {
    this.#control = control;
    this.#since = this.now();
  }

  /**
   * The second click of a double click is one however long the page was busy in between; keys (clicks without a pointer) are none.
   * @param {EventTarget} control @param {Pick<UIEvent, "detail">} click
   */
  is(control, { detail }) {
    return control === this.#control && (detail === 2 || (detail > 0 && this.now() - this.#since < PLACE_MS));
  }
}

/** Knows the presses on a control that were begun before anybody could see what it means by now. */
export class Unseen {
  #since = -Infinity;

  /** @param {() => number} now milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** The control means something else. */
  changes() {
    this.#since = this.now();
  }

  /** Keys (clicks without a pointer) never do. @param {Pick<UIEvent, "detail">} click */
  blocks({ detail }) {
    return detail > 0 && this.now() - this.#since < UNSEEN_MS;
  }
}
