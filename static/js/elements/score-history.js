/** @import { View } from "../protocol.js" */
/** @import { Line, Plot } from "../chart.js" */
import { plot, totalsBySeat } from "../chart.js";
import { copyText } from "../copy.js";
import { el, onceShown, svg } from "../dom.js";
import { Drawing, number, polyline, scale } from "../drawing.js";
import { fill, listed, written } from "../phrase.js";
import { field as fieldOf, historyText, ranking } from "../scores.js";
import { nameOf } from "../seats.js";
import { tell } from "../tell.js";
import { HISTORY } from "../text-sheet.js";
import { icon } from "./flip-card.js";

const LABEL_PX = 18;
const LEFT_PX = 30;
const MARK_PX = 11;
/** The part of the width that belongs to the names, and how much they need at most. */
const NAMES = 0.38;
const NAMES_PX = 128;
/** The number whose colour a seat's line has: neighbours are far apart. Its emblem has the seat's number of corners. */
const COLOURS = [1, 9, 3, 11, 5, 7, 12, 0, 10, 2, 8, 4];

/** @param {number} seat */
const emblemOf = (seat) => `e${(seat % COLOURS.length) + 1}`;

/** @param {number} seat */
const colourOf = (seat) => String(COLOURS[seat % COLOURS.length]);

/** Everybody's totals by round: a line each with a mark of its own, and the same as a table and as text. */
export class ScoreHistory extends HTMLElement {
  #chart = el("div", { class: "chart", role: "img" });
  #table = el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": HISTORY.title });
  #copy = el("button", { type: "button", class: "chip" }, HISTORY.copy);
  /** @type {{ view: View, me: number | null } | null} */
  #shown = null;
  #drawing = new Drawing(this.#chart, (size) => this.#draw(size));

  connectedCallback() {
    this.#drawing.start();
    if (this.firstChild) return;
    const details = el("details", {}, el("summary", {}, HISTORY.as_table), this.#table, this.#copy);
    this.append(el("h2", {}, HISTORY.title), this.#chart, details);
    this.#copy.addEventListener("click", () => this.#copyAll());
  }

  disconnectedCallback() {
    this.#drawing.stop();
  }

  /** @param {View} view after a round @param {number | null} me */
  update(view, me) {
    this.hidden = view.rounds.length < 2;
    this.#shown = { view, me };
    this.#drawing.again();
    onceShown(() => this.#write());
  }

  /** The same in words, which is not in sight. */
  #write() {
    if (!this.#shown) return;
    const { view, me } = this.#shown;
    const standing = ranking(view).map((seat) => `${nameOf(view, seat, me)} ${written(view.seats[seat]?.total ?? 0)}`);
    this.#chart.setAttribute("aria-label", fill(HISTORY.label, { totals: listed(standing) }));
    this.#table.replaceChildren(historyTable(view, me));
  }

  /** @param {{ width: number, height: number }} size */
  #draw({ width, height }) {
    if (!this.#shown) return;
    const { view, me } = this.#shown;
    const goal = view.rules.length === "rounds" ? null : view.rules.points;
    const names = Math.min(NAMES_PX, width * NAMES);
    const area = { width: width - LEFT_PX - names, height: height - 2 * LABEL_PX, room: LABEL_PX };
    const seats = fieldOf(view, me);
    const all = totalsBySeat(view.rounds);
    const drawn = plot(seats.map((seat) => all[seat] ?? []), goal, area);
    for (const line of drawn.lines) line.seat = seats[line.seat] ?? 0;
    const field = svg("g", { transform: `translate(${LEFT_PX} ${LABEL_PX / 2})` });
    field.append(...scale(drawn, area.width, goal), ...roundNumbers(drawn, area.height));
    field.append(...drawn.lines.toSorted((a, b) => Number(a.seat === me) - Number(b.seat === me)).map((line) => path(line, me)));
    const labels = drawn.lines.map((line) => label(view, line, me, { left: LEFT_PX + area.width, width: names }));
    this.#chart.replaceChildren(svg("svg", { width, height }, field), ...labels);
  }

  async #copyAll() {
    if (!this.#shown) return;
    const text = historyText(this.#shown.view);
    tell(this, (await copyText(text)) ? HISTORY.copied : fill(HISTORY.copy_failed, { text }));
  }
}

/** The numbers of the rounds, below. @param {Plot} drawn @param {number} height */
function roundNumbers({ rounds }, height) {
  return rounds.map(({ round, at }) => number(round, { x: at, y: height + LABEL_PX, "text-anchor": "middle" }));
}

/** @param {Line} line @param {number | null} me */
function path({ seat, points }, me) {
  const group = svg("g", { class: seat === me ? "line you" : "line", "data-n": colourOf(seat) }, polyline(points));
  const half = MARK_PX / 2;
  for (const { x, y } of points.slice(1)) {
    const place = { x: x - half, y: y - half, width: MARK_PX, height: MARK_PX };
    group.append(svg("use", { href: `/static/img/sprite.svg#${emblemOf(seat)}`, ...place }));
  }
  return group;
}

/**
 * A line's own name, at its end.
 * @param {View} view @param {Line} line @param {number | null} me @param {{ left: number, width: number }} place
 */
function label(view, { seat, label: middle }, me, { left, width }) {
  const name = el("span", { class: seat === me ? "end you" : "end", "data-n": colourOf(seat) });
  name.append(icon(emblemOf(seat)), el("bdi", {}, nameOf(view, seat, me)));
  name.append(el("b", {}, written(view.seats[seat]?.total ?? 0)));
  for (const [key, px] of Object.entries({ left, width, top: middle })) name.style.setProperty(key, `${px}px`);
  return name;
}

/** The same as a table: a row for each round. @param {View} view @param {number | null} me */
function historyTable(view, me) {
  const totals = totalsBySeat(view.rounds);
  const heads = view.seats.map((_, seat) =>
    el("th", { scope: "col", "data-n": colourOf(seat) }, icon(emblemOf(seat)), el("bdi", {}, nameOf(view, seat, me))),
  );
  const rows = view.rounds.map((round, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, written(i + 1)),
      ...round.map((score, seat) =>
        el("td", {}, el("b", {}, written(totals[seat]?.[i + 1] ?? 0)), " ", el("small", {}, `+${written(score)}`)),
      ),
    ),
  );
  return el(
    "table",
    {},
    el("caption", { class: "sr" }, HISTORY.title),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, HISTORY.round), ...heads)),
    el("tbody", {}, ...rows),
  );
}

customElements.define("score-history", ScoreHistory);
