/** @import { View } from "./protocol.js" */
import { TurnNotice } from "./notify.js";
import { ownDecision } from "./seats.js";
import { settings } from "./settings.js";
import { promptSpoken, title } from "./spoken.js";
import { ScreenLock } from "./screen-lock.js";
import { TITLE } from "./text.js";

const PLAIN_ICON = "/static/img/favicon.svg";
const WANTED_ICON = "/static/img/favicon-turn.svg";
const VISITS = ["pageshow", "pagehide"];

/** @param {string} address */
function showIcon(address) {
  const link = document.querySelector("link[rel=icon]");
  if (link && link.getAttribute("href") !== address) link.setAttribute("href", address);
}

/** Tells a player who is elsewhere that the table waits: by title, icon and notification. Keeps the screen on meanwhile. */
export class Attention {
  #notice;
  #lock = new ScreenLock();
  #here = false;
  /** @type {{ truth: View, me: number | null } | null} */
  #table = null;
  /** The viewer's decision that was there last. @type {number | null} */
  #asked = null;

  /** @param {string} code the room's */
  constructor(code) {
    this.#notice = new TurnNotice(code);
  }

  start() {
    this.#here = true;
    document.addEventListener("visibilitychange", this.#seen);
    for (const change of VISITS) addEventListener(change, this.#visited);
  }

  /** The table is left: nothing of it stays, whatever it still draws. */
  stop() {
    this.#here = false;
    document.removeEventListener("visibilitychange", this.#seen);
    for (const change of VISITS) removeEventListener(change, this.#visited);
    document.title = TITLE.plain;
    showIcon(PLAIN_ICON);
    this.#notice.show(null);
    this.#lock.want(false);
  }

  /** @param {View} truth @param {number | null} me */
  update(truth, me) {
    if (!this.#here) return;
    this.#table = { truth, me };
    const own = ownDecision(truth, me);
    const isNew = own !== null && own.id !== this.#asked;
    this.#asked = own?.id ?? null;
    document.title = title(truth, me);
    showIcon(own && document.hidden ? WANTED_ICON : PLAIN_ICON);
    if (!own || !document.hidden) this.#notice.show(null);
    else if (isNew && settings.notify) this.#notice.show({ title: document.title, body: promptSpoken(truth, me) });
    this.#lock.want(truth.phase !== "game_over" && !document.hidden);
  }

  /** A page that is being left is hidden, too, and fetches no icon any more; one that was kept is back. @param {Event} change */
  #visited = ({ type }) => {
    this.#here = type === "pageshow";
  };

  #seen = () => this.#table && this.update(this.#table.truth, this.#table.me);
}
