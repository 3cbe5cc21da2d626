/** @import { Attempt } from "../challenge.js" */
import { CHALLENGE, GOAL, summary } from "../challenge.js";
import { plot } from "../chart.js";
import { el, svg } from "../dom.js";
import { Drawing, polyline, scale } from "../drawing.js";
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
  #drawing = new Drawing(this.#chart, (size) => this.#draw(size));

  connectedCallback() {
    this.#drawing.start();
    if (this.firstChild) return;
    this.append(el("h2", {}, CHALLENGE.title), this.#facts, this.#chart, el("p", { class: "rule" }, CHALLENGE.note));
  }

  disconnectedCallback() {
    this.#drawing.stop();
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
    this.#drawing.again();
  }

  /** @param {{ width: number, height: number }} size */
  #draw({ width, height }) {
    if (this.#totals.length < 2) return;
    const area = { width: width - LEFT_PX - MARK_PX, height: height - 2 * MARK_PX, room: 0 };
    const drawn = plot([this.#totals], GOAL.points, area);
    const field = svg("g", { transform: `translate(${LEFT_PX} ${MARK_PX})` }, ...scale(drawn, area.width, GOAL.points));
    const points = drawn.lines[0]?.points ?? [];
    const line = svg("g", { class: "line you", "data-n": "1" }, polyline(points));
    line.append(...points.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: MARK_PX, fill: "currentColor" })));
    field.append(line);
    this.#chart.replaceChildren(svg("svg", { width, height }, field));
  }
}

customElements.define("own-attempts", OwnAttempts);
