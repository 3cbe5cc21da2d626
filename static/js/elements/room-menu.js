/** @import { TableModel } from "../seats.js" */
import { act, openPanel } from "../act.js";
import { showCode } from "../codes.js";
import { el } from "../dom.js";
import { fill } from "../phrase.js";
import { nameOf } from "../seats.js";
import { MENU, SETTINGS, TABLE } from "../text.js";
import { ask } from "./ask-dialog.js";
import { BesidePlayer } from "./beside-player.js";
import { icon } from "./flip-card.js";
import { languageChoice } from "./language-choice.js";
import { RaceTrack } from "./race-track.js";
import { RulesHere } from "./rules-here.js";
import { copyLink } from "./table-header.js";

/** @param {string} name @param {string} text @param {() => void} press */
function entry(name, text, press) {
  const button = el("button", { type: "button", class: "entry" }, icon(name), text);
  button.addEventListener("click", press);
  return button;
}

/** Everything that is not a move: link, rules, log, who is here, muting, leaving. Dispatches `act` and `open-panel`. */
export class RoomMenu extends HTMLElement {
  room = { code: "", url: "" };
  /** Seats whose reactions are not shown. @type {Set<number>} */
  muted = new Set();
  #race = new RaceTrack();
  #here = new RulesHere();
  #heading = el("h3", {}, MENU.players);
  #players = el("ul", { class: "players", role: "list" });
  #beside = new BesidePlayer();
  #mute = entry("i-mute", MENU.mute, () => this.#muteAll());
  #leave = entry("i-cross", MENU.leave, () => this.#askLeave());
  #slow = el("p", { class: "note", hidden: true }, TABLE.slow);
  #dialog = el("dialog", { class: "menu", "aria-label": MENU.title });
  /** @type {TableModel | null} */
  #model = null;
  #listed = "";

  connectedCallback() {
    if (this.firstChild) return;
    const { code, url } = this.room;
    const close = el("button", { type: "submit", class: "chip" }, TABLE.close);
    this.#mute.setAttribute("aria-pressed", "false");
    this.#dialog.append(
      el("form", { method: "dialog", class: "head" }, el("h2", {}, fill(TABLE.room, { code: showCode(code) })), close),
      this.#slow,
      this.#race,
      entry("i-link", TABLE.copy_link, () => copyLink(this, url)),
      entry("i-log", MENU.log, () => this.#go("log")),
      entry("i-help", MENU.rules, () => this.#go("rules")),
      entry("i-gear", SETTINGS.title, () => this.#go("settings")),
      this.#mute,
      this.#here,
      this.#heading,
      this.#players,
      this.#beside,
      this.#leave,
      languageChoice(),
    );
    this.append(this.#dialog);
  }

  /** @param {TableModel} model */
  update(model) {
    this.#model = model;
    this.#leave.hidden = model.me === null;
    if (this.#dialog.open) this.#show(model);
  }

  /** @param {boolean} slow */
  set slow(slow) {
    this.#slow.hidden = !slow;
  }

  open() {
    if (this.#model) this.#show(this.#model);
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** @param {TableModel} model */
  #show(model) {
    const { truth, me } = model;
    this.#race.update(model);
    this.#here.update(truth.rules);
    this.#beside.update(model);
    const listed = JSON.stringify([truth.seats.map(({ name, kind }) => [name, kind]), truth.host, me, [...this.muted]]);
    if (listed === this.#listed) return;
    this.#listed = listed;
    const others = truth.seats.flatMap((seat, i) => (i === me || seat.kind === "empty" ? [] : [i]));
    this.#heading.hidden = others.length === 0;
    this.#players.replaceChildren(...others.map((seat) => this.#player(model, seat)));
  }

  /** @param {TableModel} model @param {number} seat */
  #player({ truth, me }, seat) {
    const who = nameOf(truth, seat, me);
    const row = el("li", {}, el("span", { class: "seatno" }, String(seat + 1)), el("bdi", { class: "name" }, who));
    const owned = truth.seats[seat]?.kind === "human" || truth.seats[seat]?.away;
    if (owned) row.append(this.#muteOne(seat, who));
    if (owned && me === truth.host) {
      const remove = el(
        "button",
        { type: "button", class: "chip", "aria-label": fill(MENU.remove_label, { who }) },
        MENU.remove,
      );
      remove.addEventListener("click", () => this.#askRemove(seat, who));
      row.append(remove);
    }
    return row;
  }

  /** @param {number} seat @param {string} who */
  #muteOne(seat, who) {
    const muted = this.muted.has(seat);
    const button = el(
      "button",
      { type: "button", class: "icon", "aria-pressed": String(muted), "aria-label": fill(MENU.mute_one, { who }) },
      icon("i-mute"),
    );
    button.addEventListener("click", () => {
      if (!this.muted.delete(seat)) this.muted.add(seat);
      button.setAttribute("aria-pressed", String(this.muted.has(seat)));
    });
    return button;
  }

  #muteAll() {
    const all = this.#mute.getAttribute("aria-pressed") !== "true";
    this.#mute.setAttribute("aria-pressed", String(all));
  }

  /** Whether a seat's reactions are shown. @param {number} seat */
  hears(seat) {
    return this.#mute.getAttribute("aria-pressed") !== "true" && !this.muted.has(seat);
  }

  /** @param {string} panel */
  #go(panel) {
    this.#dialog.close();
    openPanel(this, panel);
  }

  async #askLeave() {
    this.#dialog.close();
    if (await ask({ title: MENU.leave_ask, note: MENU.leave_note, yes: MENU.leave_yes })) act(this, { do: "leave" });
  }

  /** @param {number} seat @param {string} who */
  async #askRemove(seat, who) {
    this.#dialog.close();
    const yes = await ask({ title: fill(MENU.remove_ask, { who }), note: MENU.remove_note, yes: MENU.remove_yes });
    if (yes) act(this, { do: "remove", seat });
  }
}

customElements.define("room-menu", RoomMenu);
