/** @import { Seat } from "../protocol.js" */
/** @import { RoomModel } from "../act.js" */
import { ApiError, joinRoom } from "../api.js";
import { showCode } from "../codes.js";
import { el, say } from "../dom.js";
import { recall, remember } from "../memory.js";
import { refusalText } from "../refusals.js";
import { freeSeats, JOIN, roomName, SEAT, useName } from "../text-lobby.js";
import { cardFan } from "./card-fan.js";
import { icon } from "./flip-card.js";
import { RulesHere } from "./rules-here.js";
import { languageChoice } from "./language-choice.js";
import { settingsLink } from "./settings-link.js";

/** What the visitor mends in the field. @type {ReadonlySet<string>} */
const ABOUT_THE_NAME = new Set(["name_taken", "bad_name"]);

/** The lobby for a visitor: who is there, a name, `Join table`. Tells `joined` once the seat is taken. */
export class RoomJoin extends HTMLElement {
  #input = el("input", {
    id: "join-name",
    autocomplete: "nickname",
    spellcheck: "false",
    enterkeyhint: "go",
    required: true,
    "aria-describedby": "join-problem",
  });
  #problem = el("p", { id: "join-problem", class: "wrong", role: "alert" });
  #suggestion = el("button", { type: "button", class: "chip", hidden: true });
  #join = el("button", { class: "btn primary" }, JOIN.join);
  #form = el("form", { class: "field", novalidate: true });
  #people = el("ol", { class: "seats", role: "list", "aria-labelledby": "there-title" });
  #room = el("p", { class: "lede" });
  #free = el("p", { class: "quiet", role: "status" });
  #rules = new RulesHere();
  #shown = "";
  #code = "";
  #waits = false;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.className = "start join";
    this.#input.value = recall("name") ?? "";
    this.#form.append(el("label", { for: "join-name" }, JOIN.name), this.#input, this.#problem, this.#suggestion, this.#join);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
    this.#suggestion.addEventListener("click", () => {
      this.#input.value = this.#suggestion.value;
      this.#tell("");
      this.#join.focus();
    });
    this.append(
      cardFan(),
      el("div", {}, el("h1", {}, JOIN.title), this.#room),
      el("section", { class: "there", "aria-labelledby": "there-title" },
        el("h2", { id: "there-title" }, JOIN.at_the_table), this.#people, this.#free, this.#rules),
      this.#form,
      el("nav", { class: "ways", "aria-label": JOIN.ways },
        el("a", { href: `${location.pathname}/rules` }, JOIN.rules), settingsLink(this), el("a", { href: "/" }, JOIN.home)),
      languageChoice(),
    );
  }

  /** @param {RoomModel} model */
  set model({ view, code }) {
    this.#code = code;
    say(this.#room, roomName(showCode(code)));
    const taken = view.seats.filter((seat) => seat.kind !== "empty");
    const shown = JSON.stringify(taken.map(({ name, kind }) => [name, kind]));
    if (shown !== this.#shown) this.#people.replaceChildren(...taken.map(sitting));
    this.#shown = shown;
    const free = view.seats.length - taken.length;
    say(this.#free, freeSeats(free));
    this.#form.hidden = free === 0;
    this.#rules.update(view.rules);
  }

  async #ask() {
    if (this.#waits) return;
    const name = this.#input.value.trim();
    this.#tell("");
    this.#wait(true);
    try {
      await joinRoom(this.#code, name);
      remember("name", name);
      this.dispatchEvent(new CustomEvent("joined", { bubbles: true }));
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#wait(false);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    const known = error instanceof ApiError ? error : null;
    this.#tell(known?.message ?? refusalText({ code: "unavailable", wish: "join" }), known?.suggestion);
    if (known && ABOUT_THE_NAME.has(known.code)) this.#input.focus();
  }

  /** @param {boolean} waits */
  #wait(waits) {
    this.#waits = waits;
    this.#join.setAttribute("aria-disabled", String(waits));
    say(this.#join, waits ? JOIN.joining : JOIN.join);
  }

  /**
   * @param {string} problem empty: nothing is wrong
   * @param {string | null} [suggestion] a name that is free
   */
  #tell(problem, suggestion = null) {
    say(this.#problem, problem);
    this.#input.setAttribute("aria-invalid", String(problem !== ""));
    this.#suggestion.hidden = suggestion === null;
    this.#suggestion.value = suggestion ?? "";
    say(this.#suggestion, suggestion === null ? "" : useName(suggestion));
  }
}

/** @param {Seat} seat */
function sitting({ name, kind }) {
  const who = el("span", { class: "who" }, el("bdi", {}, name ?? ""));
  if (kind === "bot") who.append(icon("i-bot"), el("span", { class: "sr" }, SEAT.bot));
  return el("li", {}, who);
}

customElements.define("room-join", RoomJoin);
