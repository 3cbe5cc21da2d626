/** @import { GameTable } from "./elements/game-table.js" */
import { isBusy, ownsEnter, wishOf } from "./keys.js";
import { fill } from "./phrase.js";
import { nameOf } from "./seats.js";
import { speak } from "./tell.js";
import { REACT, SPOKEN } from "./text.js";

/** After `R`, a digit within this time is a reaction. */
const ARMED_MS = 4000;

/** @param {GameTable} table @param {number} seat */
function chooseSeat(table, seat) {
  const { truth, me } = table.model;
  if (!table.targeting.question || !truth.seats[seat]) return;
  const command = table.targeting.digit(seat);
  const who = nameOf(truth, seat, me);
  if (!command) speak(fill(table.targeting.selected === seat ? SPOKEN.selected : SPOKEN.not_eligible, { who }));
  table.play(command);
}

/**
 * Lets the table be played by single keys. The result ends that.
 * @param {GameTable} table
 */
export function listenToKeys(table) {
  let armedUntil = 0;
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    table.byKeyboard = true;
    const wish = wishOf(event);
    if (!wish || isBusy(event.target)) return;
    switch (wish.key) {
      case "hit":
      case "stay":
        table.board.dock.pressKey(wish.key);
        break;
      case "digit":
        if (performance.now() < armedUntil) table.side.reactions.sayNth(wish.digit);
        else chooseSeat(table, wish.digit - 1);
        armedUntil = 0;
        break;
      case "confirm":
        if (!table.targeting.question || ownsEnter(event.target)) return;
        table.board.dock.confirm();
        break;
      case "more_time":
        table.board.own.moreTime();
        break;
      case "log":
        table.openPanel("log");
        break;
      case "react":
        armedUntil = performance.now() + ARMED_MS;
        speak(REACT.armed);
        break;
      case "help":
        table.openPanel("rules");
        break;
      case "close":
        table.side.close();
        return;
    }
    event.preventDefault();
  };
  const point = () => (table.byKeyboard = false);
  document.addEventListener("keydown", listen);
  document.addEventListener("pointerdown", point);
  return () => {
    document.removeEventListener("keydown", listen);
    document.removeEventListener("pointerdown", point);
  };
}
