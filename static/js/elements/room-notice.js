import { el } from "../dom.js";
import { NOTICE, NOTICES } from "../text-lobby.js";

/**
 * A whole page that says why there is no table: `<room-notice reason="room_expired">`.
 * An unknown reason counts as trouble on the server's side.
 */
export class RoomNotice extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.className = "start notice";
    const known = new Map(Object.entries(NOTICES));
    const { title, text, retry } = known.get(this.getAttribute("reason") ?? "") ?? NOTICES.unavailable;
    const heading = el("h1", { tabindex: "-1" }, title);
    const ways = [el("a", { class: `btn ${retry ? "second" : "primary"}`, href: "/" }, NOTICE.newTable)];
    if (retry) ways.unshift(el("a", { class: "btn primary", href: location.pathname }, NOTICE.retry));
    this.append(heading, el("p", { class: "lede" }, text), ...ways);
    heading.focus();
  }
}

customElements.define("room-notice", RoomNotice);
