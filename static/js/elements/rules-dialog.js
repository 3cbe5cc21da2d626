/** @import { Rules } from "../protocol.js" */
import { el } from "../dom.js";
import { showContrast } from "../look.js";
import { RULES_DIALOG, TABLE } from "../text.js";
import { TurnTimer } from "./turn-timer.js";
import "./flip-card.js";

/**
 * Reads the rules page; what is in its main part, with its own stylesheets. It goes into a shadow root, so that the
 * page's styles and the table's keep out of each other's way. A link to another site leaves the game where it is.
 * @param {string} address
 */
async function fetchRules(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector("main");
  if (!main) throw new Error("no main part");
  const text = el("div", { class: "main" });
  text.append(...main.childNodes);
  for (const away of text.querySelectorAll("a[rel~=external]")) away.setAttribute("target", "_blank");
  return [...page.querySelectorAll("link[rel=stylesheet]"), el("div", { class: "rules" }, text)];
}

/** Links within the rules scroll there. @param {Event} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const root = event.currentTarget;
  if (!link || !(root instanceof ShadowRoot)) return;
  event.preventDefault();
  root.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.scrollIntoView();
}

/** The rules of this room over the table, with the running time in sight. */
export class RulesDialog extends HTMLElement {
  room = { code: "", url: "" };
  #timer = new TurnTimer();
  #body = el("div", { class: "body", tabindex: "0" }, RULES_DIALOG.loading);
  #dialog = el("dialog", { class: "wide", "aria-label": RULES_DIALOG.title });
  /** The rules of the room as they were when they were read. */
  #shown = "";

  connectedCallback() {
    if (this.firstChild) return;
    const close = el("button", { type: "submit", class: "chip" }, TABLE.close);
    this.#dialog.append(
      el("form", { method: "dialog", class: "head" }, el("b", {}, RULES_DIALOG.title), this.#timer, close),
      this.#body,
    );
    this.append(this.#dialog);
  }

  get timer() {
    return this.#timer;
  }

  /** @param {Rules} rules in force: where they are others than the last time, they are read anew */
  async open(rules) {
    if (!this.#dialog.open) this.#dialog.showModal();
    const wanted = JSON.stringify(rules);
    if (this.#shown === wanted) return;
    const address = `/r/${this.room.code}/rules`;
    try {
      const content = await fetchRules(address);
      const root = this.#body.shadowRoot ?? this.#body.attachShadow({ mode: "open" });
      root.replaceChildren(...content);
      showContrast(root);
      if (this.#shown === "") root.addEventListener("click", follow);
      this.#shown = wanted;
    } catch {
      const link = el("a", { href: address, target: "_blank" }, RULES_DIALOG.open);
      this.#body.replaceChildren(el("p", {}, RULES_DIALOG.failed, " ", link));
    }
  }
}

customElements.define("rules-dialog", RulesDialog);
