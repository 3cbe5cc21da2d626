/** @import { Wish } from "./keys.js" */
/** @import { View } from "./protocol.js" */
/** @import { GameTable } from "./elements/game-table.js" */
import { isBusy, ownsEnter, wishOf } from "./keys.js";
import { never } from "./never.js";
import { twoDigits } from "./seats.js";
import { choiceSpoken } from "./spoken.js";
import { speak } from "./tell.js";
import { REACT } from "./text.js";

/** After `R`, a digit within this time is a reaction. */
const ARMED_MS = 4000;

/** Two digits within this time are one number. */
const DIGITS_MS = 1500;

/** What was typed where a seat takes two digits, and for which decision. */
const typed = { number: 0, until: 0, decision: -1 };

/** The seat that a digit means, counting from 0. @param {View} truth @param {number} digit */
function seatOf(truth, digit) {
  if (!twoDigits(truth)) return digit - 1;
  const decision = truth.decision?.id ?? -1;
  const goesOn = decision === typed.decision && performance.now() < typed.until;
  const both = goesOn ? typed.number * 10 + digit : digit;
  typed.number = both <= truth.seats.length ? both : digit;
  typed.until = performance.now() + DIGITS_MS;
  typed.decision = decision;
  return typed.number - 1;
}

/** @param {GameTable} table @param {number} digit */
function chooseSeat(table, digit) {
  const { truth } = table.model;
  const seat = seatOf(truth, digit);
  if (!table.targeting.question || !truth.seats[seat]) return;
  const command = table.targeting.digit(seat, !twoDigits(truth));
  if (!command) speak(choiceSpoken(table.model, seat, table.targeting.selected === seat));
  table.play(command);
}

/** @param {GameTable} table @param {1 | -1} step @returns {boolean} whether there was something to choose */
function moveChoice(table, step) {
  const { me } = table.model;
  if (!table.targeting.move(me === null ? [] : [...table.board.order, me], step)) return false;
  speak(choiceSpoken(table.model, table.targeting.selected ?? 0, true));
  table.render();
  return true;
}

/**
 * What a key does at the table; false where the browser should do its own with it.
 * @param {GameTable} table @param {Wish} wish @param {KeyboardEvent} event @param {{ until: number }} armed
 */
function obey(table, wish, event, armed) {
  switch (wish.key) {
    case "hit":
    case "stay":
      return table.board.dock.pressKey(wish.key);
    case "digit":
      if (performance.now() < armed.until) table.side.reactions.sayNth(wish.digit);
      else chooseSeat(table, wish.digit);
      armed.until = 0;
      return;
    case "next":
    case "previous":
      return moveChoice(table, wish.key === "next" ? 1 : -1);
    case "confirm":
      if (!table.targeting.question || ownsEnter(event.target)) return false;
      return table.board.dock.confirm();
    case "more_time":
      return table.board.own.moreTime();
    case "log":
      return table.openPanel("log");
    case "odds":
    case "sound":
      return table.openPanel(wish.key);
    case "react":
      armed.until = performance.now() + ARMED_MS;
      return speak(REACT.armed);
    case "help":
      return table.openPanel("rules");
    case "close":
      if (!table.side.close()) table.readHint();
      return false;
    default:
      return never(wish);
  }
}

/**
 * Lets the table be played by single keys. The result ends that.
 * @param {GameTable} table
 */
export function listenToKeys(table) {
  const armed = { until: 0 };
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    table.byKeyboard = true;
    const wish = wishOf(event);
    if (wish && !isBusy(event.target) && obey(table, wish, event, armed) !== false) event.preventDefault();
  };
  const point = () => (table.byKeyboard = false);
  document.addEventListener("keydown", listen);
  document.addEventListener("pointerdown", point);
  return () => {
    document.removeEventListener("keydown", listen);
    document.removeEventListener("pointerdown", point);
  };
}
