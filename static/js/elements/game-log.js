/** @import { Line } from "../announce.js" */
/** @import { Part } from "../phrase.js" */
import { copyText } from "../copy.js";
import { el, say } from "../dom.js";
import { counted } from "../phrase.js";
import { tell } from "../tell.js";
import { LOG_PANEL } from "../text.js";
import { card } from "./cards-row.js";
import { icon } from "./flip-card.js";

/** Nearer to the end than this many pixels counts as at the end. */
const NEAR_PX = 24;

/** A sentence with its names in bold, each kept apart from the direction of the rest. @param {Part[]} parts */
export function sentence(parts) {
  const text = el("span");
  text.append(...parts.map((part) => (typeof part === "string" ? part : el("b", {}, el("bdi", {}, part.name)))));
  return text;
}

/** The small picture before a sentence. @param {Line} line */
export function mark(line) {
  if (line.card) {
    const face = card(line.card, "mini");
    face.setAttribute("aria-hidden", "true");
    return face;
  }
  return line.icon ? icon(line.icon) : el("span", { "aria-hidden": "true" });
}

/**
 * Everything that happened in this game, one line an event. event-speaker.js has read out what its listener wants;
 * the list stays at its end unless somebody has scrolled up to read.
 */
export class GameLog extends HTMLElement {
  #list = el("ul", { role: "list" });
  #scroll = el("div", { role: "log", "aria-live": "off", "aria-label": LOG_PANEL.title, tabindex: "0", class: "log" }, this.#list);
  #fresh = el("button", { type: "button", class: "chip fresh", hidden: true });
  #copy = el("button", { type: "button", class: "chip" }, LOG_PANEL.copy);
  #unread = 0;
  /** The list is at its end and stays there, however its height and that of its lines change. */
  #pinned = true;
  /** Where the list was when last looked at, in pixels. */
  #top = 0;
  #resize = new ResizeObserver(() => this.#pinned && this.toEnd());

  connectedCallback() {
    for (const grows of [this.#scroll, this.#list]) this.#resize.observe(grows);
    if (this.firstChild) return;
    this.append(el("div", { class: "head" }, el("h2", {}, LOG_PANEL.title), this.#copy), this.#scroll, this.#fresh);
    this.#scroll.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#fresh.addEventListener("click", () => this.toEnd());
    this.#copy.addEventListener("click", () => this.#copyAll());
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  /** @param {Line} line */
  add(line) {
    this.#list.append(item(line));
    if (!this.#pinned) this.#count();
  }

  /** Shows another record in place of this one. @param {Line[]} lines */
  replace(lines) {
    this.#list.replaceChildren(...lines.map(item));
    this.toEnd();
  }

  /** Whether the list can be reached; closed in a drawer it is out of sight. @param {boolean} open */
  reachable(open) {
    if (this.#copy.hidden !== open) return;
    this.#scroll.tabIndex = open ? 0 : -1;
    this.#copy.hidden = !open;
    if (open) this.toEnd();
  }

  toEnd() {
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
    this.#top = this.#scroll.scrollTop;
    this.#pinned = true;
    this.#read();
  }

  focusLog() {
    this.#scroll.focus();
  }

  /** Only who scrolls up leaves the end: lines may have come since the list was put there. */
  #scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroll;
    const near = scrollHeight - clientHeight - scrollTop < NEAR_PX;
    this.#pinned = near || (this.#pinned && scrollTop >= this.#top);
    this.#top = scrollTop;
    if (near) this.#read();
  }

  #count() {
    this.#unread += 1;
    this.#fresh.hidden = false;
    say(this.#fresh, counted(LOG_PANEL.fresh, this.#unread));
  }

  #read() {
    this.#unread = 0;
    this.#fresh.hidden = true;
  }

  async #copyAll() {
    const text = [...this.#list.children].map((child) => child.lastElementChild?.textContent ?? "").join("\n");
    const copied = await copyText(text);
    if (!copied) getSelection()?.selectAllChildren(this.#list);
    tell(this, copied ? LOG_PANEL.copied : LOG_PANEL.copy_failed);
  }
}

/** @param {Line} line */
function item(line) {
  return el("li", {}, mark(line), sentence(line.parts));
}

/** What happened last, on screens where the log is out of sight. Never read out. */
export class LastEvent extends HTMLElement {
  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
  }

  /** @param {Line} line */
  show(line) {
    this.replaceChildren(mark(line), sentence(line.parts));
  }
}

customElements.define("game-log", GameLog);
customElements.define("last-event", LastEvent);
