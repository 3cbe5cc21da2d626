import { el } from "../dom.js";
import { TABLE } from "../text.js";
import { GameLog } from "./game-log.js";
import { OddsPanel } from "./odds-panel.js";
import { ReactionBar } from "./reaction-bar.js";

/** As in layouts.css: where there is room, the panel is a rail beside the table; else a drawer. */
const rail = matchMedia("(min-width: 1100px) and (min-height: 520px)");

/** Odds, log and reactions. Closed, the drawer is out of sight. */
export class SidePanel extends HTMLElement {
  odds = new OddsPanel();
  log = new GameLog();
  reactions = new ReactionBar();
  #close = el("button", { type: "button", class: "chip close" }, TABLE.close);
  #open = false;
  /** Only somebody who wanted to see the odds has opened it. */
  #forOdds = false;
  #seated = true;
  /** @type {Element | null} */
  #from = null;

  connectedCallback() {
    rail.addEventListener("change", this.#show);
    if (!this.firstChild) {
      this.#close.addEventListener("click", () => this.close());
      this.append(this.#close, this.odds, this.log, this.reactions);
    }
    this.#show();
  }

  disconnectedCallback() {
    rail.removeEventListener("change", this.#show);
  }

  /** Opens the drawer, or closes it; beside the table it only moves the focus there. */
  toggle() {
    if (this.#open && !rail.matches) return void this.close();
    this.#from = document.activeElement;
    this.#open = true;
    this.#forOdds = false;
    this.#show();
    this.log.focusLog();
  }

  /** Whether the odds can be seen, where they are shown. */
  get reachable() {
    return rail.matches || this.#open;
  }

  /** Brings the odds into sight. */
  revealOdds() {
    if (!this.reachable) {
      this.toggle();
      this.#forOdds = true;
    }
    this.odds.scrollIntoView({ block: "nearest" });
  }

  /** The odds are away: so is the drawer, where it was opened for them. */
  dropOdds() {
    if (this.#forOdds) this.close();
  }

  /** Watchers have no seat to say anything from. @param {boolean} seated */
  set seated(seated) {
    this.#seated = seated;
    this.#show();
  }

  /** Whether there was something to close. */
  close() {
    if (!this.#open) return false;
    this.#open = false;
    this.#show();
    if (this.#from instanceof HTMLElement) this.#from.focus({ preventScroll: true });
    return true;
  }

  #show = () => {
    const { reachable } = this;
    this.classList.toggle("open", this.#open && !rail.matches);
    this.classList.toggle("away", !reachable);
    this.#close.hidden = rail.matches || !this.#open;
    this.reactions.hidden = !reachable || !this.#seated;
    this.log.reachable(reachable);
  };
}

customElements.define("side-panel", SidePanel);
