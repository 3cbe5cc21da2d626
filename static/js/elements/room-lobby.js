/** @import { Refusal, RoomModel } from "../act.js" */
/** @import { Rules } from "../protocol.js" */
import { act, actOnce } from "../act.js";
import { seatsHere } from "../device.js";
import { el, say } from "../dom.js";
import { hostStarts, INVITE, SEATS, START, startWith, summary } from "../text-lobby.js";
import { BesideMe } from "./beside-me.js";
import { languageChoice } from "./language-choice.js";
import { LobbyInvite } from "./lobby-invite.js";
import { LobbyOptions } from "./lobby-options.js";
import { LobbyRules } from "./lobby-rules.js";
import { LobbySeats } from "./lobby-seats.js";
import { NotifySwitch } from "./notify-switch.js";
import { settingsLink } from "./settings-link.js";

/** The lobby for somebody with a seat: invite, seats, options, and the host's start. */
export class RoomLobby extends HTMLElement {
  #invite = new LobbyInvite();
  #seats = new LobbySeats();
  #options = new LobbyOptions();
  #beside = new BesideMe();
  #rules = new LobbyRules();
  #summary = el("p", { class: "quiet", role: "status" });
  #start = el("button", { type: "button", class: "btn primary" });
  #waits = el("p", { class: "waits" });
  #problem = el("p", { class: "wrong", role: "alert" });
  /** @type {RoomModel | null} */
  #model = null;
  /** The room's rules with what has been asked for since. @type {Partial<Rules>} */
  #asked = {};

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.className = "start lobby";
    const turn = this.closest("[data-turn-seconds]")?.getAttribute("data-turn-seconds");
    if (turn) this.#options.setAttribute("default-turn", turn);
    this.addEventListener("ask-rules", (event) => {
      this.#asked = /** @type {CustomEvent<(rules: Rules) => Partial<Rules>>} */ (event).detail(/** @type {Rules} */ (this.#asked));
      act(this, { do: "rules", rules: this.#asked });
    });
    this.#start.addEventListener("click", () => {
      this.#tell("");
      actOnce(this.#start, { do: "start" });
    });
    const leave = el("button", { type: "button", class: "link" }, START.leave);
    leave.addEventListener("click", () => act(this, { do: "leave" }));
    const rules = el("a", { href: `${location.pathname}/rules`, target: "_blank" }, START.rules, el("span", { class: "sr" }, START.new_tab));
    this.append(
      el("h1", {}, INVITE.title),
      this.#invite,
      el("section", { class: "at-table", "aria-labelledby": "seats-title" },
        el("h2", { id: "seats-title" }, SEATS.title), this.#seats, this.#beside, new NotifySwitch()),
      this.#options,
      this.#rules,
      el("div", { class: "go" }, this.#summary, this.#problem, this.#start, this.#waits),
      el("nav", { class: "ways", "aria-label": START.ways }, rules, settingsLink(this), leave),
      languageChoice(),
    );
    if (this.#model) this.model = this.#model;
  }

  /** @param {RoomModel} model */
  set model(model) {
    this.#model = model;
    this.#asked = model.view.rules;
    if (this.childElementCount === 0) return;
    for (const part of [this.#invite, this.#seats, this.#beside, this.#options, this.#rules]) part.model = model;
    const { view, you } = model;
    const people = view.seats.filter((seat) => seat.kind === "human").length;
    const empty = view.seats.filter((seat) => seat.kind === "empty").length;
    say(this.#summary, summary({ people, empty, seconds: view.rules.turn_seconds, alone: people === seatsHere(you).length }));
    say(this.#start, startWith(view.seats.length - people));
    say(this.#waits, hostStarts(view.seats[view.host]?.name ?? ""));
    this.#start.hidden = you.seat !== view.host;
    this.#waits.hidden = !this.#start.hidden;
  }

  /** @param {Refusal} refusal of something asked for here */
  refused(refusal) {
    this.#seats.refused(refusal);
    if (refusal.do !== "rename" && refusal.do !== "join") this.#tell(refusal.message);
    if (this.#model) this.#options.model = this.#rules.model = this.#model;
  }

  /** @param {string} problem empty: nothing is wrong */
  #tell(problem) {
    say(this.#problem, problem);
  }
}

customElements.define("room-lobby", RoomLobby);
