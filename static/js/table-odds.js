/** @import { SidePanel } from "./elements/side-panel.js" */
/** @import { TableHeader } from "./elements/table-header.js" */
/** @import { TableModel } from "./seats.js" */
import { OddsKeeper } from "./odds.js";
import { choose, settings } from "./settings.js";

/** The odds beside the table and in its header, for whoever wants to see them. */
export class TableOdds {
  #keeper;

  /** @param {string} code @param {SidePanel} side @param {TableHeader} header @param {() => void} changed the table is to be drawn anew */
  constructor(code, side, header, changed) {
    this.#keeper = new OddsKeeper(code, changed);
    this.side = side;
    this.header = header;
    this.changed = changed;
  }

  /**
   * They belong to the cards on display: while these are on their way (`busy`), the former ones stay.
   * @param {TableModel} model @param {number} seq of the newest change @param {boolean} busy
   */
  update(model, seq, busy) {
    const { truth, me } = model;
    const looking = settings.odds && truth.rules.odds;
    const inRound = truth.phase === "turn" || truth.phase === "target";
    if (looking && inRound && !document.hidden) this.#keeper.want(seq);
    if (busy) return;
    const { odds } = this.#keeper;
    this.side.odds.hidden = !looking;
    this.side.odds.update(model, inRound ? odds : null);
    this.header.odds(looking, inRound && me !== null ? (odds?.seats[me]?.bust ?? null) : null);
  }

  /** Shows them; hides them where they are in sight. */
  toggle() {
    const away = settings.odds && this.side.reachable;
    choose("odds", !away);
    this.changed();
    if (away) this.side.dropOdds();
    else this.side.revealOdds();
  }
}
