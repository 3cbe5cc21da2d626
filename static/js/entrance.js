import { EASING } from "./air.js";
import { countUp } from "./count-up.js";
import { tempo } from "./tempo.js";

/** Natural lengths in milliseconds. */
const FADE_MS = 120;
const ROW_MS = 240;
const STAGGER_MS = 45;
const GROW_MS = 500;
const STEP_MS = 420;
const STEP_APART_MS = 160;

/** @param {Element | null | undefined} element @param {Keyframe[]} frames @param {number} ms @param {number} delay */
function play(element, frames, ms, delay = 0) {
  const pace = tempo();
  element?.animate(frames, { duration: ms * pace, delay: delay * pace, easing: EASING, fill: "backwards" });
}

/** Where nothing shall travel, a page fades in. @param {Element} page @returns {boolean} whether it did */
function fade(page) {
  if (tempo() > 0) return false;
  page.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
  return true;
}

/**
 * Scores come in row by row while the round's points are added to the totals.
 * @param {Element} table as made by `scoreTable` @param {(seat: number) => { banked: number, after: number }} pointsOf
 */
function addUp(table, pointsOf) {
  table.querySelectorAll("tbody tr").forEach((row, i) => {
    const { banked, after } = pointsOf(Number(row.getAttribute("data-seat")));
    play(row, [{ transform: "translateY(12px)", opacity: 0 }, { transform: "none", opacity: 1 }], ROW_MS, i * STAGGER_MS);
    if (after <= 0) return;
    play(row.querySelector(".to-goal > u"), [{ transform: `scaleX(${banked / after})` }, { transform: "none" }], GROW_MS);
    countUp(row.querySelector(".tt b"), banked, after);
  });
}

/**
 * The scoresheet comes in.
 * @param {Element} page @param {(seat: number) => { banked: number, after: number }} pointsOf
 */
export function enterSheet(page, pointsOf) {
  if (!fade(page)) addUp(page, pointsOf);
}

/** The podium rises, the winner's step last. @param {Element} page */
export function enterPodium(page) {
  if (fade(page)) return;
  const columns = [...page.querySelectorAll(".podium > li")];
  columns.forEach((column, i) => {
    const delay = (columns.length - 1 - i) * STEP_APART_MS;
    play(column, [{ transform: "translateY(100%)" }, { transform: "none" }], STEP_MS, delay);
    const points = column.querySelector(".points");
    countUp(points, 0, Number(points?.getAttribute("data-points")));
  });
}
