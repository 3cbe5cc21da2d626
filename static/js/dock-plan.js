/** @import { ActionCard, Command, TargetDecision, TurnDecision, View } from "./protocol.js" */
/** @import { TableModel } from "./seats.js" */
import { fill } from "./phrase.js";
import { botPlaysFor, isYou, nameOf, ownDecision, pointsOf } from "./seats.js";
import { BANNER, DOCK } from "./text.js";
import { SHEET } from "./text-sheet.js";

/**
 * What one of the two dock buttons says and does. `act` is null where it does nothing now; `reason` says why.
 * `meaning` names what a press would mean, so that a change of it can be guarded.
 * @typedef {Command | { do: "show_sheet" }} DockAct
 * @typedef {{ label: string, note: string, act: DockAct | null, reason: string, meaning: string }} Control
 * @typedef {{ primary: Control, second: Control }} Plan
 */

/** @param {string} label @param {string} reason @param {string} note @returns {Control} */
const idle = (label, reason, note = "") => ({ label, note, act: null, reason, meaning: "" });

/** @param {string} label @param {string} note @param {DockAct} act @param {string} meaning @returns {Control} */
const active = (label, note, act, meaning = act.do) => ({ label, note, act, reason: "", meaning });

/** @param {View} truth @param {number} me */
function bankNote(truth, me) {
  const seat = truth.seats[me];
  return seat ? fill(DOCK.bank, { score: seat.round_score, total: pointsOf(truth, seat).after }) : "";
}

/** @param {View} truth @param {number} me @param {TurnDecision} decision @returns {Plan} */
function ownTurn(truth, me, decision) {
  const may = decision.choices.includes("stay");
  return {
    primary: active(DOCK.hit, isYou(me, me) ? DOCK.hit_note : `${nameOf(truth, me, me)}: ${DOCK.hit_note}`, { do: "hit", decision: decision.id }),
    second: may
      ? active(DOCK.stay, bankNote(truth, me), { do: "stay", decision: decision.id })
      : idle(DOCK.stay, DOCK.need_card, DOCK.need_card),
  };
}

/** What a target would get out of it. @param {View} truth @param {number} seat @param {ActionCard} card */
export function targetNote(truth, seat, card) {
  const target = truth.seats[seat];
  if (!target) return "";
  const values = { score: target.round_score, count: new Set(target.numbers).size, total: target.total };
  return fill(DOCK.confirm_note[card], values);
}

/** @param {View} truth @param {number} seat @param {ActionCard} card @param {number | null} me */
export function targetLabel(truth, seat, card, me) {
  return fill(DOCK.confirm[card], { who: nameOf(truth, seat, me) });
}

/**
 * @param {View} truth @param {number} me @param {TargetDecision} decision @param {number | null} selected
 * @returns {Plan}
 */
function ownTarget(truth, me, { card, id, choices }, selected) {
  /** @param {number} target @returns {DockAct} */
  const act = (target) => ({ do: "target", decision: id, target });
  const mine = truth.seats[me];
  const note = fill(DOCK.myself_note[card], { score: mine?.round_score ?? 0 });
  return {
    primary:
      selected === null
        ? idle(DOCK.pick, DOCK.pick)
        : active(
            targetLabel(truth, selected, card, null),
            targetNote(truth, selected, card),
            act(selected),
            `target ${card}`,
          ),
    second: choices.includes(me)
      ? active(DOCK.myself, note, act(me), `myself ${card}`)
      : idle(DOCK.myself, DOCK.not_myself, DOCK.not_myself),
  };
}

/** @param {View} truth @param {number} me @returns {Plan} */
function between(truth, me) {
  const scores = active(SHEET.see_sheet, "", { do: "show_sheet" });
  const label = fill(SHEET.ready, { round: truth.round + 1 });
  const ready = truth.seats[me]?.ready ? idle(label, SHEET.waiting, SHEET.waiting) : active(label, "", { do: "ready" });
  return { primary: ready, second: scores };
}

/**
 * What the two buttons under the player's cards offer, from what the server said last.
 * @param {Pick<TableModel, "truth" | "me">} model
 * @param {number | null} selected the seat picked so far @param {boolean} online
 * @returns {Plan}
 */
export function dockPlan({ truth, me }, selected, online) {
  const nothing = (/** @type {string} */ reason, note = "") => ({
    primary: idle(DOCK.hit, reason, note),
    second: idle(DOCK.stay, reason),
  });
  if (me === null) return nothing(DOCK.not_your_turn);
  if (!online) return nothing(DOCK.lost);
  if (botPlaysFor(truth, me)) {
    const back = active(BANNER.take_back, BANNER.bot_plays, { do: "take_over", seat: me });
    return { primary: back, second: idle(DOCK.stay, DOCK.bot_plays) };
  }
  if (truth.phase === "round_over") return between(truth, me);
  const { decision } = truth;
  const own = ownDecision(truth, me);
  if (own) return own.kind === "turn" ? ownTurn(truth, me, own) : ownTarget(truth, me, own, selected);
  if (truth.seats[me]?.status !== "active") return nothing(DOCK.out);
  return nothing(DOCK.not_your_turn, decision ? fill(DOCK.after, { who: nameOf(truth, decision.seat ?? 0, me) }) : "");
}
