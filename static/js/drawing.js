/** @import { Plot, Point } from "./chart.js" */
import { svg } from "./dom.js";
import { written } from "./phrase.js";

/** A drawing that is made anew for each size its place has. */
export class Drawing {
  #size = { width: 0, height: 0 };
  #watch = new ResizeObserver(([entry]) => {
    this.#size = entry?.contentRect ?? this.#size;
    this.again();
  });

  /** @param {Element} place @param {(size: { width: number, height: number }) => void} draw */
  constructor(place, draw) {
    this.place = place;
    this.draw = draw;
  }

  /** Draws now and from now on, while the place is in the page. */
  start() {
    this.#watch.observe(this.place);
  }

  stop() {
    this.#watch.disconnect();
  }

  /** What is to be drawn has changed. */
  again() {
    if (this.#size.width > 0) this.draw(this.#size);
  }
}

/** A number at a place of the drawing. @param {number} value @param {Record<string, string | number>} place */
export function number(value, place) {
  const text = svg("text", place);
  text.textContent = written(value);
  return text;
}

/**
 * The scale at the left: a line for each total with its number; that of the goal is another one.
 * @param {Plot} plot @param {number} width @param {number | null} goal
 */
export function scale({ totals }, width, goal) {
  return totals.flatMap(({ total, at }) => [
    svg("line", { class: total === goal ? "goal-line" : "grid", x1: 0, x2: width, y1: at, y2: at }),
    number(total, { x: -8, y: at, "text-anchor": "end", "dominant-baseline": "central" }),
  ]);
}

/** @param {Point[]} points */
export function polyline(points) {
  return svg("polyline", { points: points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
}
