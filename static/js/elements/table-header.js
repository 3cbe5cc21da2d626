/** @import { TableModel } from "../seats.js" */
import { openPanel } from "../act.js";
import { showCode } from "../codes.js";
import { copyText } from "../copy.js";
import { el, say } from "../dom.js";
import { fill, percent } from "../phrase.js";
import { settings } from "../settings.js";
import { tell } from "../tell.js";
import { INVITE } from "../text-lobby.js";
import { ODDS, SETTINGS, TABLE } from "../text.js";
import { PileCounts } from "./draw-pile.js";
import { icon } from "./flip-card.js";
import { showMarked } from "./marked-dialog.js";

const SOUND_ICONS = { off: "i-mute", chime: "i-bell", all: "i-sound" };

/** @param {string} name @param {string} label @param {string} wish @param {HTMLElement} from */
function iconButton(name, label, wish, from) {
  const button = el("button", { type: "button", class: `icon ${wish}`, "aria-label": label, title: label }, icon(name));
  button.addEventListener("click", () => openPanel(from, wish));
  return button;
}

/** Copies the room's link and says so, or shows it where that cannot be. @param {HTMLElement} from @param {string} url */
export async function copyLink(from, url) {
  if (await copyText(url)) tell(from, TABLE.copied);
  else showMarked({ title: INVITE.link, note: INVITE.by_hand, text: url });
}

/**
 * The top of the table: room, round, piles, and the way to rules, log and menu.
 * Dispatches `open-panel` (detail: which).
 */
export class TableHeader extends HTMLElement {
  room = { code: "", url: "" };
  #round = el("strong");
  #goal = el("span", { class: "goal" });
  #piles = new PileCounts();
  #odds = iconButton("i-odds", ODDS.button, "odds", this);
  #sound = iconButton(SOUND_ICONS.off, SETTINGS.sound.off, "sound", this);
  #bust = el("b", { "aria-hidden": "true" });
  #slow = el("span", { class: "slow-dot", role: "img", "aria-label": TABLE.slow, hidden: true }, icon("i-signal"));

  connectedCallback() {
    if (this.firstChild) return;
    const { code, url } = this.room;
    const copy = el(
      "button",
      { type: "button", class: "chip room", title: TABLE.copy_link },
      icon("i-link"),
      fill(TABLE.room, { code: showCode(code) }),
      el("span", { class: "long" }, ` · ${TABLE.copy_link}`),
    );
    copy.addEventListener("click", () => copyLink(this, url));
    this.#odds.append(this.#bust);
    this.append(
      el("span", { class: "brand" }, icon("star"), el("span", {}, TABLE.brand)),
      copy,
      el("p", { class: "round" }, this.#round, " ", this.#goal),
      this.#slow,
      this.#piles,
      this.#odds,
      this.#sound,
      iconButton("i-log", TABLE.log, "log", this),
      iconButton("i-help", TABLE.rules, "rules", this),
      iconButton("i-menu", TABLE.menu, "menu", this),
    );
  }

  /** @param {TableModel} model */
  update(model) {
    const { view } = model;
    const { length, rounds, points } = view.rules;
    say(this.#round, fill(TABLE.round, { round: view.round }));
    const last = fill(TABLE.of_rounds, { rounds });
    const far = fill(TABLE.to, { points });
    if (length === "rounds") say(this.#goal, last);
    else if (length === "challenge") this.#showGoal(`${last} · ${far}`, last);
    else this.#showGoal(fill(TABLE.first_to, { points }), far);
    this.#piles.update(model);
    this.#showSound();
  }

  #showSound() {
    const said = SETTINGS.sound[settings.sound];
    if (this.#sound.title === said) return;
    this.#sound.title = this.#sound.ariaLabel = said;
    this.#sound.replaceChildren(icon(SOUND_ICONS[settings.sound]));
  }

  /**
   * Whether this viewer looks at the odds, and the chance of a bust, where there is one.
   * @param {boolean} looking @param {number | null} bust
   */
  odds(looking, bust) {
    this.#odds.setAttribute("aria-pressed", String(looking));
    this.#odds.classList.toggle("with", looking && bust !== null);
    const chance = looking && bust !== null ? percent(bust) : "";
    say(this.#bust, chance);
    this.#odds.ariaLabel = `${ODDS.button} ${chance}`.trim();
  }

  /** In full, and for a narrow screen. @param {string} long @param {string} short */
  #showGoal(long, short) {
    if (!this.#goal.firstElementChild)
      this.#goal.replaceChildren(el("span", { class: "long" }), el("span", { class: "short" }));
    if (this.#goal.firstElementChild) say(this.#goal.firstElementChild, long);
    if (this.#goal.lastElementChild) say(this.#goal.lastElementChild, short);
  }

  /** @param {boolean} slow */
  set slow(slow) {
    this.#slow.hidden = !slow;
  }
}

customElements.define("table-header", TableHeader);
