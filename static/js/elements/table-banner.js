/** @import { LinkState } from "../socket.js" */
import { clock } from "../clock.js";
import { el, say } from "../dom.js";
import { counted } from "../phrase.js";
import { alarm } from "../tell.js";
import { BANNER } from "../text.js";
import { icon } from "./flip-card.js";

const BACK_MS = 2000;
const MINUTE_MS = 60_000;
const CLOSING_MINUTES = 10;

/** What everybody on the page should know: the connection, a new version, the room's end. One line at a time. */
export class TableBanner extends HTMLElement {
  #text = el("span");
  #reload = el("button", { type: "button", class: "chip", hidden: true }, BANNER.reload);
  #lost = false;
  #outdated = false;
  #seated = false;
  /** @type {number | null} */
  #expires = null;
  #back = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #minute;

  connectedCallback() {
    this.#minute = setInterval(() => this.#show(), MINUTE_MS / 2);
    if (this.firstChild) return;
    this.hidden = true;
    this.append(icon("i-signal"), this.#text, this.#reload);
    this.#reload.addEventListener("click", () => location.reload());
  }

  disconnectedCallback() {
    clearInterval(this.#minute);
  }

  /** @param {LinkState} state */
  set link(state) {
    if (state === "open" && this.#lost) {
      this.#back = BANNER.back_online;
      setTimeout(() => {
        this.#back = "";
        this.#show();
      }, BACK_MS);
    }
    if (state !== "connecting") this.#lost = state === "lost";
    if (state === "lost") alarm(this.#lostText);
    this.#show();
  }

  /**
   * @param {{ expires: number, outdated: boolean, seated: boolean }} room
   *   `outdated`: the server runs a newer build than this page
   */
  update({ expires, outdated, seated }) {
    this.#expires = expires;
    this.#outdated = outdated;
    this.#seated = seated;
    this.#show();
  }

  get #lostText() {
    return this.#seated ? BANNER.lost_seated : BANNER.lost;
  }

  #show() {
    const text = this.#lost ? this.#lostText : this.#back || (this.#outdated ? BANNER.updated : this.#closing());
    this.hidden = text === "";
    this.classList.toggle("lost", this.#lost);
    this.#reload.hidden = text !== BANNER.updated;
    say(this.#text, text);
  }

  #closing() {
    const minutes = this.#expires === null ? Infinity : Math.ceil((this.#expires - clock.now()) / MINUTE_MS);
    return minutes <= CLOSING_MINUTES ? counted(BANNER.closing, Math.max(1, minutes)) : "";
  }
}

customElements.define("table-banner", TableBanner);
