/** @import { BotPersonality, Command, Seat } from "../protocol.js" */
/** @import { Refusal, RoomModel } from "../act.js" */
import { act } from "../act.js";
import { el, say } from "../dom.js";
import { numberOf, seatsHere } from "../device.js";
import { guarded } from "../guard.js";
import { recall, remember } from "../memory.js";
import { counted } from "../phrase.js";
import { addBotTo, BOTS, botFor, DEVICE, removeQuestion, removeSomebody, SEAT, SEATS } from "../text-lobby.js";
import { ask } from "./ask-dialog.js";
import { icon } from "./flip-card.js";
import { OwnName } from "./own-name.js";

const PERSONALITIES = /** @type {BotPersonality[]} */ (Object.keys(BOTS));

/** In a lobby of more seats than that, open ones beyond the first are shown when somebody asks for them. */
const MOST_IN_FULL = 6;

/**
 * Which bot shall sit on a seat: as the one that was chosen last in this browser. The list says what each is like;
 * closed, there is room for the name only, which therefore lies over it.
 * @param {number} number
 */
function botChoice(number) {
  const last = recall("bot") ?? "steady";
  const options = PERSONALITIES.map((bot) => {
    const { name, character } = BOTS[bot];
    return el("option", { value: bot, selected: bot === last }, `${name} – ${character}`);
  });
  const select = el("select", { "aria-label": botFor(number) }, ...options);
  const face = el("span", { "aria-hidden": "true" });
  const show = () => say(face, BOTS[/** @type {BotPersonality} */ (select.value)].name);
  select.addEventListener("change", () => {
    remember("bot", select.value);
    show();
  });
  show();
  return { select, picker: el("span", { class: "picker" }, face, select) };
}

/** The seats of a lobby: who sits there, and what the host may do about it. */
export class LobbySeats extends HTMLElement {
  #list = el("ol", { class: "seats", role: "list" });
  #name = new OwnName();
  #more = el("button", { type: "button", class: "chip" });
  #isWhole = false;
  /** @type {Seat[]} */
  #seats = [];

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(this.#list, this.#more);
    this.#more.addEventListener("click", () => {
      const next = this.#list.querySelector("li[hidden]");
      this.#isWhole = true;
      this.#fold();
      /** @type {HTMLElement | null | undefined} */ (next?.querySelector("select, button"))?.focus();
    });
  }

  /** @param {RoomModel} model */
  set model({ view, you }) {
    this.#seats = view.seats;
    this.#release();
    while (this.#list.children.length > view.seats.length) this.#list.lastElementChild?.remove();
    while (this.#list.children.length < view.seats.length) this.#list.append(emptyRow(this.#list.children.length + 1));
    view.seats.forEach((seat, index) => {
      const own = index === you.seat;
      const row = /** @type {HTMLElement} */ (this.#list.children[index]);
      const here = seatsHere(you).includes(index);
      const by = here && !own ? "here" : you.seat === view.host && !own ? seat.kind : "";
      fill(row, "who", `${own} ${seat.kind} ${own || seat.name} ${seat.bot}`, () => (own ? [this.#name] : whoSits(seat)));
      const presence = here && !own ? "device" : own || seat.kind !== "human" ? "" : seat.connected ? "here" : "gone";
      fill(row, "stands", `${index === view.host} ${presence}`, () => stands(index === view.host, presence));
      fill(row, "control", `${by} ${seat.name}`, () => this.#control(by, seat.name ?? "", index, numberOf(you, index)));
      if (own) this.#name.known = seat.name ?? "";
      row.classList.toggle("open", seat.kind === "empty");
    });
    this.#fold();
  }

  /** Of a long lobby only the first open seat is shown, and one that somebody is at, until all are asked for. */
  #fold() {
    const isLong = this.#seats.length > MOST_IN_FULL;
    this.#list.classList.toggle("long", isLong);
    const open = [...this.#list.children].filter((row) => row.classList.contains("open"));
    const folded = isLong && !this.#isWhole ? open.slice(1).filter((row) => !row.contains(document.activeElement)) : [];
    for (const row of this.#list.children) row.toggleAttribute("hidden", folded.includes(row));
    this.#more.hidden = folded.length === 0;
    say(this.#more, folded.length > 0 ? counted(SEATS.more_open, folded.length) : "");
  }

  /** @param {Refusal} refusal */
  refused(refusal) {
    if (refusal.do === "rename") this.#name.refused(refusal);
    this.#release();
  }

  /** What was pressed is answered. */
  #release() {
    for (const button of this.#list.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled");
  }

  /**
   * What the host may do with a seat of the kind `by`; nothing for anybody else.
   * @param {Seat["kind"] | "" | "here"} by `here`: somebody else at this browser @param {string} name @param {number} index
   * @param {number} local their number there
   */
  #control(by, name, index, local) {
    if (by === "") return [];
    const label = by === "empty" ? addBotTo(index + 1) : removeSomebody(name);
    const text = by === "empty" ? SEATS.add_bot : SEATS.remove;
    const button = guarded(el("button", { type: "button", class: "chip", "aria-label": label }, text));
    const bots = by === "empty" ? botChoice(index + 1) : null;
    button.addEventListener("click", () => {
      if (button.ariaDisabled === "true") return;
      if (by === "human") {
        this.#ask(name, index);
        return;
      }
      button.ariaDisabled = "true";
      const bot = /** @type {BotPersonality} */ (bots?.select.value);
      /** @type {Command} */
      const gone = by === "here" ? { do: "leave", local } : { do: "remove", seat: index };
      act(this, bots ? { do: "add_bot", seat: index, bot } : gone);
    });
    return bots ? [bots.picker, button] : [button];
  }

  /**
   * A person is removed for good, so the host is asked once more.
   * @param {string} name @param {number} index
   */
  async #ask(name, index) {
    const sure = await ask({ title: removeQuestion(name), note: SEATS.for_good, yes: removeSomebody(name) });
    if (sure && this.#seats[index]?.name === name) act(this, { do: "remove", seat: index });
  }
}

/** @param {number} number */
function emptyRow(number) {
  const person = el("div", { class: "person" }, el("div", { class: "who" }), el("div", { class: "stands" }));
  return el("li", {}, el("span", { class: "seatno" }, String(number)), person, el("div", { class: "control" }));
}

/**
 * Build a part of a row anew if what it shows has changed; a focused button hands its focus to its successor.
 * @param {HTMLElement} row @param {"who" | "stands" | "control"} name @param {string} shows @param {() => Node[]} build
 */
function fill(row, name, shows, build) {
  const part = /** @type {HTMLElement} */ (row.querySelector(`.${name}`));
  if (part.dataset.shows === shows) return;
  part.dataset.shows = shows;
  const focused = part.contains(document.activeElement);
  part.replaceChildren(...build());
  if (focused) part.querySelector("button")?.focus();
}

/** @param {Seat} seat */
function whoSits(seat) {
  if (seat.kind === "empty") return [el("span", {}, SEAT.open)];
  const name = el("bdi", {}, seat.name ?? "");
  if (seat.kind !== "bot") return [name];
  const character = seat.bot ? [el("small", {}, `${BOTS[seat.bot].name} – ${BOTS[seat.bot].character}`)] : [];
  return [name, icon("i-bot"), el("span", { class: "sr" }, SEAT.bot), ...character];
}

/** @param {boolean} hosts @param {"" | "here" | "gone" | "device"} presence */
function stands(hosts, presence) {
  const badges = hosts ? [badge("st-wait", "i-crown", SEAT.host)] : [];
  if (presence === "") return badges;
  if (presence === "device") return [...badges, badge("st-stay", "i-check", DEVICE.here)];
  const here = presence === "here";
  return [...badges, here ? badge("st-stay", "i-check", SEAT.here) : badge("st-wait", "i-signal", SEAT.reconnecting)];
}

/** @param {string} look @param {string} symbol @param {string} text */
function badge(look, symbol, text) {
  return el("span", { class: `badge ${look}` }, icon(symbol), text);
}

customElements.define("lobby-seats", LobbySeats);
