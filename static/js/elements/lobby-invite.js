/** @import { RoomModel } from "../act.js" */
import { showCode } from "../codes.js";
import { canShare, copyText, share } from "../copy.js";
import { el, say } from "../dom.js";
import { closesIn, INVITE } from "../text-lobby.js";
import { icon } from "./flip-card.js";

const COPIED_MS = 4000;
const MINUTE_MS = 60_000;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** How friends get here: the code, the link to copy or share, and the same link as a QR code. */
export class LobbyInvite extends HTMLElement {
  #code = el("strong", { class: "code" });
  #closes = el("span");
  #copyText = el("span", {}, INVITE.copy);
  #copy = el("button", { type: "button", class: "btn primary" }, icon("i-link"), this.#copyText);
  #link = el("input", { readonly: true, "aria-label": INVITE.link });
  #byHand = el("div", { class: "by-hand field", hidden: true }, el("p", {}, INVITE.by_hand), this.#link);
  #told = el("p", { class: "sr", role: "status" });
  /** @type {RoomModel | null} */
  #model = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #minute;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #copied;

  /** @param {RoomModel} model */
  set model(model) {
    if (this.#model === null) this.#build(model);
    this.#model = model;
    this.#tellTime();
  }

  connectedCallback() {
    this.#minute = setInterval(() => this.#tellTime(), MINUTE_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#minute);
    clearTimeout(this.#copied);
  }

  /** @param {RoomModel} model */
  #build({ code, url }) {
    const qr = el("img", { class: "qr", src: `/r/${code}/qr.svg`, alt: INVITE.qr, width: "96", height: "96" });
    say(this.#code, showCode(code));
    this.#link.value = url;
    this.#copy.addEventListener("click", () => this.#copyLink(url));
    const acts = el("div", { class: "acts" }, this.#copy);
    if (canShare()) acts.append(this.#shareButton(url));
    const words = el("p", { class: "quiet" }, INVITE.anyone, " ", this.#closes);
    const text = el("div", {}, el("p", {}, el("span", { class: "sr" }, `${INVITE.code} `), this.#code), words);
    this.append(qr, text, acts, this.#byHand, this.#told);
    if (LOCAL.test(new URL(url).hostname)) this.append(el("p", { class: "local" }, INVITE.local_only));
  }

  #tellTime() {
    if (this.#model === null) return;
    const { view, clock } = this.#model;
    say(this.#closes, closesIn(view.expires_at - (clock?.now() ?? Date.now())));
  }

  /** @param {string} url */
  #shareButton(url) {
    const button = el("button", { type: "button", class: "btn second" }, icon("i-share"), INVITE.share);
    button.addEventListener("click", () => share({ title: INVITE.share_text, url }));
    return button;
  }

  /** @param {string} url */
  async #copyLink(url) {
    const copied = await copyText(url);
    this.#byHand.hidden = copied;
    if (copied) {
      this.#tellCopied();
      return;
    }
    this.#link.focus();
    this.#link.select();
  }

  #tellCopied() {
    clearTimeout(this.#copied);
    say(this.#copyText, INVITE.copied);
    say(this.#told, INVITE.copied);
    this.#copied = setTimeout(() => {
      say(this.#copyText, INVITE.copy);
      say(this.#told, "");
    }, COPIED_MS);
  }
}

customElements.define("lobby-invite", LobbyInvite);
