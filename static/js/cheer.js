/** @import { Place, TableAir } from "./air.js" */
/** @import { NumberCard } from "./protocol.js" */
import { el } from "./dom.js";
import { icon } from "./elements/flip-card.js";

/** How long the banner of a Flip 7 is up, and what flies meanwhile, in milliseconds and pixels. */
const CHEER_MS = 1200;
const PIECES = 35;
const PIECE_PX = 20;
const RISE = "cubic-bezier(.1,.7,.3,1)";
const FALL = "cubic-bezier(.5,0,.8,.6)";

/**
 * One piece's way up, out and down: `x`, `up` and `down` in pixels, `turn` in degrees.
 * @typedef {{ x: number, up: number, down: number, turn: number, size: number }} Way
 */

/**
 * Ways that open like a fan, each a little different.
 * @param {number} count @param {number} reach how far the outermost goes, in pixels @param {() => number} random 0 to 1
 * @returns {Way[]}
 */
export function fan(count, reach, random) {
  return Array.from({ length: count }, (_, i) => {
    const side = count > 1 ? (2 * i) / (count - 1) - 1 : 0;
    return {
      x: side * reach * (0.7 + 0.3 * random()),
      up: reach * (0.5 + 0.5 * random()) * (1.1 - 0.4 * Math.abs(side)),
      down: reach * (0.3 + 0.5 * random()),
      turn: (random() - 0.5) * 720,
      size: 0.6 + 0.8 * random(),
    };
  });
}

/** @param {Way} way @returns {Keyframe[]} */
function frames({ x, up, down, turn, size }) {
  return [
    { transform: "scale(0.2)", opacity: 1, easing: RISE },
    {
      transform: `translate(${x * 0.75}px, ${-up}px) rotate(${turn / 2}deg) scale(${size})`,
      opacity: 1,
      offset: 0.4,
      easing: FALL,
    },
    { transform: `translate(${x}px, ${down}px) rotate(${turn}deg) scale(${size})`, opacity: 0 },
  ];
}

/** An emblem of one of the seven cards. @param {string} number */
function piece(number) {
  const emblem = el("span", { class: "piece", "data-n": number });
  emblem.append(icon(`e${number}`));
  return emblem;
}

/**
 * The banner of a Flip 7, while emblems of its seven cards fly from their row.
 * @param {TableAir} air @param {string} sentence @param {NumberCard[]} numbers @param {Place | null} row
 * @param {{ delay: number, pace: number }} timing `delay` in milliseconds
 */
export function cheer(air, sentence, numbers, row, { delay, pace }) {
  const banner = el("p", { class: "cheer" }, sentence);
  air.append(banner);
  const arrive = [
    { transform: "scale(.8)", opacity: 0 },
    { transform: "scale(1.04)", opacity: 1, offset: 0.12 },
    { transform: "none", opacity: 1, offset: 0.2 },
    { transform: "none", opacity: 1, offset: 0.9 },
    { transform: "none", opacity: 0 },
  ];
  const timing = { duration: CHEER_MS * pace, delay, fill: /** @type {const} */ ("both") };
  air.move(banner, arrive, timing, () => banner.remove());
  if (!row) return;
  const home = { width: PIECE_PX, height: PIECE_PX, left: row.left + row.width / 2, top: row.top };
  fan(PIECES, Math.max(140, row.width * 0.6), Math.random).forEach((way, i) => {
    air.fly(piece(numbers[i % numbers.length] ?? "7"), home, frames(way), { ...timing, easing: "linear" });
  });
}
