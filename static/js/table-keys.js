/** @import { Wish } from "./keys.js" */
/** @import { GameTable } from "./elements/game-table.js" */
import { isBusy, ownsEnter, wishOf } from "./keys.js";
import { never } from "./never.js";
import { choiceSpoken } from "./spoken.js";
import { speak } from "./tell.js";
import { REACT } from "./text.js";

/** After `R`, a digit within this time is a reaction. */
const ARMED_MS = 4000;

/** @param {GameTable} table @param {number} seat */
function chooseSeat(table, seat) {
  if (!table.targeting.question || !table.model.truth.seats[seat]) return;
  const command = table.targeting.digit(seat);
  if (!command) speak(choiceSpoken(table.model, seat, table.targeting.selected === seat));
  table.play(command);
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
      else chooseSeat(table, wish.digit - 1);
      armed.until = 0;
      return;
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
