import { el } from "./dom.js";

/**
 * Where something lies on the screen, in pixels.
 * @typedef {{ left: number, top: number, width: number, height: number }} Place
 */

/** How things of the table come to rest. */
export const EASING = "cubic-bezier(.2,.8,.2,1)";

/** Where an element lies; null where it is not to be seen. @param {Element | null | undefined} element @returns {Place | null} */
export function placeOf(element) {
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** A place of the size of `like`, in the middle of `place`. @param {Place} place @param {Place} like @returns {Place} */
export function middleOf(place, { width, height }) {
  const left = place.left + (place.width - width) / 2;
  return { left, top: place.top + (place.height - height) / 2, width, height };
}

/** The transform that shows a thing which lies at `home` as if it lay at `away`. @param {Place} home @param {Place} away */
export function displaced(home, away) {
  const x = away.left + away.width / 2 - home.left - home.width / 2;
  const y = away.top + away.height / 2 - home.top - home.height / 2;
  const scale = Math.min(away.width / home.width, away.height / home.height);
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/**
 * The space above the table, where things fly and are in nobody's way. They are pictures only: the table below shows
 * the outcome already.
 */
export class TableAir extends HTMLElement {
  /** @type {Set<Animation>} */
  #moving = new Set();

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
  }

  /**
   * Moves an element of the table, until it is there or everything has to land.
   * @param {Element | null | undefined} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
   * @param {() => void} [landed]
   */
  move(element, frames, timing, landed = () => {}) {
    if (!element) return;
    const animation = element.animate(frames, { easing: EASING, ...timing });
    this.#moving.add(animation);
    animation.onfinish = () => {
      this.#moving.delete(animation);
      landed();
    };
  }

  /**
   * Moves a thing that is not on the table, and takes it away.
   * @param {Element} thing @param {Place} home where it lies without a transform
   * @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
   */
  fly(thing, home, frames, timing) {
    const holder = el("span", { class: "aloft" });
    for (const [name, px] of Object.entries(home)) holder.style.setProperty(name, `${px}px`);
    holder.style.setProperty("--w", `${home.width}px`);
    holder.style.setProperty("--h", `${home.height}px`);
    holder.append(thing);
    this.append(holder);
    this.move(holder, frames, { fill: "both", ...timing }, () => holder.remove());
  }

  /** Everything is where it goes, at once. */
  land() {
    for (const animation of this.#moving) animation.finish();
  }
}

customElements.define("table-air", TableAir);
