/** @import { Game, Place } from "./game.js" */
import { el } from "../dom.js";
import { icon } from "../elements/flip-card.js";
import { fill, written } from "../phrase.js";
import { dealerOf, finished, MOST_ROUNDS, nextPlace, presentRound, scoreAt, starterOf, totals, winner } from "./game.js";
import { pointsOf, readHand } from "./hand.js";
import { doubtText, headline, roundName, SAID, sum } from "./words.js";

/**
 * Where a game stands: what the last round brought, everybody's total, and all rounds.
 * @param {Game} game @param {((place: Place) => void) | null} change null: it is only looked at
 * @param {Place | null} asked whose hand is put in beside it, where a round's doubts are told until it is whole
 */
export function board(game, change, asked = null) {
  const round = shownRound(game);
  const doubt = asked?.round === round ? "" : doubtText(game, round);
  const parts = [
    el("header", {}, el("div", {}, el("h1", { tabindex: "-1" }, headline(game)), el("p", {}, about(game)))),
    standing(game, round, asked),
    ...(doubt ? [el("p", { class: "doubt" }, doubt)] : []),
    ...(game.hands.length > 0 ? [allRounds(game, change)] : []),
  ];
  return el("div", { class: "board" }, ...parts);
}

/** The round whose hands are shown: the one that has begun, else the last finished one. @param {Game} game */
const shownRound = ({ hands }) => Math.max(0, hands.length - 1);

/** @param {Game} game */
function about(game) {
  const goal = game.length === "points" ? fill(SAID.goal, { points: game.points }) : roundName(game, presentRound(game));
  if (winner(game) !== null) return goal;
  if (nextPlace(game) === null) return fill(SAID.full, { most: MOST_ROUNDS });
  const round = presentRound(game);
  const [who, next] = [dealerOf(game, round), starterOf(game, round)].map((seat) => game.players[seat] ?? "");
  return `${goal} · ${fill(SAID.deals, { who: who ?? "", next: next ?? "" })}`;
}

/** Everybody by total, the highest first; who plays earlier comes first where they are the same. @param {Game} game @param {number} round @param {Place | null} asked */
function standing(game, round, asked) {
  const sums = totals(game);
  const order = game.players.map((_, seat) => seat).toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0));
  const heads = [SAID.who, fill(SAID.round, { round: round + 1 }), SAID.total].map((text) => el("th", { scope: "col" }, text));
  const rows = order.map((seat) => standingRow(game, { round, seat }, sums, seat === asked?.seat));
  const caption = el("caption", { class: "sr" }, fill(SAID.caption, { round: finished(game) }));
  return el("table", { class: "standing" }, caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** @param {Game} game @param {Place} place @param {number[]} sums @param {boolean} isAsked */
function standingRow(game, { round, seat }, sums, isAsked) {
  const text = game.hands[round]?.[seat] ?? null;
  const name = el("th", { scope: "row" }, el("bdi", {}, game.players[seat] ?? ""));
  const isOver = nextPlace(game) === null;
  if (seat === winner(game)) name.prepend(icon("i-crown"));
  if (!isOver && seat === dealerOf(game, presentRound(game))) name.append(" ", el("small", {}, SAID.is_dealer));
  const last = text === null ? [el("small", {}, game.hands.length > 0 ? SAID.not_yet : "")] : lastRound(text);
  const best = sums[seat] === Math.max(...sums) && finished(game) > 0;
  return el("tr", { class: [best && "best", isAsked && "asked"].filter(Boolean).join(" ") }, name, el("td", {}, ...last), el("td", {}, el("b", {}, written(sums[seat] ?? 0))));
}

/** @param {string} text a hand */
function lastRound(text) {
  const hand = readHand(text);
  const points = pointsOf(hand);
  const how = sum(hand);
  return [el("b", {}, points > 0 ? `+${written(points)}` : "0"), ...(how ? [" ", el("small", {}, how)] : [])];
}

/** A row for each round; scores are buttons where they can be changed. @param {Game} game @param {((place: Place) => void) | null} change */
function allRounds(game, change) {
  const heads = game.players.map((name) => el("th", { scope: "col" }, el("bdi", {}, name)));
  const rows = game.hands.map((_, round) =>
    el("tr", {}, el("th", { scope: "row" }, written(round + 1)), ...game.players.map((_, seat) => score(game, { round, seat }, change))),
  );
  const head = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, SAID.last), ...heads));
  const table = el("table", {}, el("caption", { class: "sr" }, SAID.all), head, el("tbody", {}, ...rows));
  const scroll = el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": SAID.all }, table);
  const note = change ? [el("p", { class: "quiet" }, SAID.all_note)] : [];
  return el("details", { class: "all" }, el("summary", {}, SAID.all), ...note, scroll);
}

/** @param {Game} game @param {Place} place @param {((place: Place) => void) | null} change */
function score(game, place, change) {
  const points = scoreAt(game, place);
  const text = points === null ? "–" : written(points);
  if (!change) return el("td", {}, text);
  const label = fill(SAID.change, { who: game.players[place.seat] ?? "", round: place.round + 1, score: text });
  const button = el("button", { type: "button", class: "chip", "aria-label": label }, text);
  button.addEventListener("click", () => change(place));
  return el("td", {}, button);
}
