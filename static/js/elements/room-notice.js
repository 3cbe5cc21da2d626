import { el } from "../dom.js";
import { sentences } from "../phrase.js";
import { NOTICE, NOTICES, RETRY, roomsLast } from "../text-lobby.js";
import { cardFan } from "./card-fan.js";

/** @type {ReadonlyMap<string, { title: string, text: string }>} */
const KNOWN = new Map(Object.entries(NOTICES));

/**
 * A whole page that says why there is no table: `<room-notice reason="room_expired">`.
 * An unknown reason counts as trouble on the server's side.
 */
export class RoomNotice extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.className = "start notice";
    const reason = this.getAttribute("reason") ?? "";
    const { title, text } = KNOWN.get(reason) ?? NOTICES.unavailable;
    const retry = RETRY.has(reason) || !KNOWN.has(reason);
    const life = this.closest("[data-room-time]")?.getAttribute("data-room-time");
    const sentence = reason === "room_expired" && life ? sentences(roomsLast(life), text) : text;
    const heading = el("h1", { tabindex: "-1" }, title);
    const ways = [el("a", { class: `btn ${retry ? "second" : "primary"}`, href: "/" }, NOTICE.new_table)];
    if (retry) ways.unshift(el("a", { class: "btn primary", href: location.pathname }, NOTICE.retry));
    this.append(cardFan(), heading, el("p", { class: "lede" }, sentence), ...ways);
    heading.focus();
  }
}

customElements.define("room-notice", RoomNotice);
