/** @import { Seat, SheetRow, View } from "../protocol.js" */
import { el } from "../dom.js";
import { fill, written } from "../phrase.js";
import { ranking } from "../scores.js";
import { badgeOf, duplicateAt, goalOf, nameOf, pointsOf } from "../seats.js";
import { cardFace } from "../text-cards.js";
import { SHEET } from "../text-sheet.js";
import { card } from "./cards-row.js";
import { showBadge, showBar } from "./table-seat.js";

/** @param {string} name @param {...(Node | string)} children */
const cell = (name, ...children) => el("td", { role: "cell", class: name }, ...children);

/** How a finished round adds up: `46 numbers ×2 +4 +15 Flip 7`. @param {Seat} seat @param {SheetRow} row */
function sum(seat, row) {
  const line = el("span", { class: "fx" });
  if (seat.status === "busted") {
    line.append(el("span", {}, SHEET.bust), " ", el("b", {}, "0"));
    return line;
  }
  line.append(el("b", {}, written(row.numbers)), " ", el("span", {}, SHEET.numbers));
  if (row.doubled) line.append(" ", el("b", {}, cardFace("x2")));
  if (row.plus > 0) line.append(" ", el("b", {}, `+${row.plus}`));
  if (row.bonus > 0) line.append(" ", el("b", { class: "f7" }, SHEET.flip7));
  return line;
}

/** @param {Seat} seat */
function hand(seat) {
  const second = duplicateAt(seat.numbers);
  const cards = seat.numbers.map((number, i) => {
    const face = card(number, "mini");
    if (i === second) face.setAttribute("duplicate", "");
    return face;
  });
  return el("span", { class: "hand" }, ...cards, ...seat.modifiers.map((kind) => card(kind, "ticket")));
}

/** @param {View} view @param {number} at @param {number | null} me */
function row(view, at, me) {
  const seat = view.seats[at];
  const adds = view.sheet[at] ?? { numbers: 0, doubled: false, plus: 0, bonus: 0 };
  if (!seat) return el("tr");
  const { banked, round, after } = pointsOf(view, seat);
  const badge = el("span");
  showBadge(badge, badgeOf(view, at, me));
  const bar = el("span", { class: "to-goal", "aria-hidden": "true" });
  showBar(bar, banked, after, goalOf(view));
  const who = el("span", { class: "pl" }, el("span", { class: "seatno", "aria-hidden": "true" }, String(at + 1)));
  who.append(el("span", { class: "name" }, el("bdi", {}, nameOf(view, at, me)), badge));
  const total = el(
    "span",
    { class: "tt" },
    el("span", { class: "how" }, `${banked} + ${round}`),
    el("b", {}, written(after)),
    bar,
  );
  return el(
    "tr",
    { role: "row", class: at === me ? "you" : "", "data-seat": String(at) },
    cell("c-pl", who),
    cell("c-hand", hand(seat)),
    cell("c-fx", sum(seat, adds)),
    cell("c-rs num", el("b", {}, round > 0 ? `+${round}` : "0")),
    cell("c-tt", total),
  );
}

/**
 * Everybody's round and total, the highest total first. Roles are written out, since on a phone the rows are no table
 * to the browser's layout any more.
 * @param {View} view after a round @param {number | null} me
 */
export function scoreTable(view, me) {
  const total = view.rules.length === "rounds" ? SHEET.total : fill(SHEET.total_to, { points: view.rules.points });
  const heads = [
    ["", SHEET.player],
    ["c-hand", SHEET.cards],
    ["", SHEET.adds_up],
    ["num", SHEET.round],
    ["", total],
  ];
  const rows = ranking(view).map((seat) => row(view, seat, me));
  rows[0]?.classList.add("best");
  return el(
    "table",
    { class: "tbl", role: "table" },
    el("caption", { class: "sr" }, fill(SHEET.caption, { round: view.round })),
    el(
      "thead",
      { role: "rowgroup" },
      el(
        "tr",
        { role: "row" },
        ...heads.map(([look = "", text = ""]) => el("th", { role: "columnheader", scope: "col", class: look }, text)),
      ),
    ),
    el("tbody", { role: "rowgroup" }, ...rows),
  );
}
