/** @import { Attempt } from "../challenge.js" */
import { CHALLENGE, GOAL, summary } from "../challenge.js";
import { plot } from "../chart.js";
import { el, svg } from "../dom.js";
import { fill, listed, written } from "../phrase.js";

/** How many attempts the chart has, the newest last. */
const SHOWN = 20;
const MARK_PX = 4;
const LEFT_PX = 30;

/** How one's own attempts at the challenge went, in this browser. */
export class OwnAttempts extends HTMLElement {
  #facts = el("dl", { class: "facts" });
  #chart = el("div", { class: "chart", role: "img" });
  /** @type {number[]} */
  #totals = [];
  #size = { width: 0, height: 0 };
  #resize = new ResizeObserver(([entry]) => {
    this.#size = entry?.contentRect ?? this.#size;
    this.#draw();
  });

  connectedCallback() {
    this.#resize.observe(this.#chart);
    if (this.firstChild) return;
    this.append(el("h2", {}, CHALLENGE.title), this.#facts, this.#chart, el("p", { class: "rule" }, CHALLENGE.note));
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  /** @param {Attempt[]} all at least one */
  update(all) {
    const figures = summary(all);
    const keys = /** @type {const} */ (["best", "average", "count", "reached"]);
    this.#facts.replaceChildren(
      ...keys.map((key) => el("div", {}, el("dt", {}, CHALLENGE[key]), el("dd", {}, written(figures[key])))),
    );
    this.#totals = all.slice(-SHOWN).map(({ total }) => total);
    this.#chart.hidden = this.#totals.length < 2;
    this.#chart.setAttribute("aria-label", fill(CHALLENGE.label, { totals: listed(this.#totals.map(written)) }));
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#size;
    if (width === 0 || this.#totals.length < 2) return;
    const area = { width: width - LEFT_PX - MARK_PX, height: height - 2 * MARK_PX, room: 0 };
    const { lines, totals } = plot([this.#totals], GOAL.points, area);
    const field = svg("g", { transform: `translate(${LEFT_PX} ${MARK_PX})` });
    for (const { total, at } of totals) {
      const name = svg("text", { x: -8, y: at, "text-anchor": "end", "dominant-baseline": "central" });
      name.textContent = written(total);
      field.append(svg("line", { class: total === GOAL.points ? "goal-line" : "grid", x1: 0, x2: area.width, y1: at, y2: at }), name);
    }
    const points = lines[0]?.points ?? [];
    const line = svg("g", { class: "line you", "data-n": "1" });
    line.append(svg("polyline", { points: points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") }));
    line.append(...points.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: MARK_PX, fill: "currentColor" })));
    field.append(line);
    this.#chart.replaceChildren(svg("svg", { width, height }, field));
  }
}

customElements.define("own-attempts", OwnAttempts);
