import { el } from "../dom.js";
import { showContrast } from "../look.js";
import { RULES_DIALOG, TABLE } from "../text.js";
import { TurnTimer } from "./turn-timer.js";
import "./flip-card.js";

/**
 * Reads the rules page; what is in its main part, with its own stylesheets. It goes into a shadow root, so that the
 * page's styles and the table's keep out of each other's way.
 */
async function fetchRules() {
  const response = await fetch("/rules");
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector("main");
  if (!main) throw new Error("no main part");
  const text = el("div", { class: "main" });
  text.append(...main.childNodes);
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

/** The rules over the table, with the running time in sight. */
export class RulesDialog extends HTMLElement {
  #timer = new TurnTimer();
  #body = el("div", { class: "body", tabindex: "0" }, RULES_DIALOG.loading);
  #dialog = el("dialog", { class: "wide", "aria-label": RULES_DIALOG.title });
  #loaded = false;

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

  async open() {
    if (!this.#dialog.open) this.#dialog.showModal();
    if (this.#loaded) return;
    try {
      const content = await fetchRules();
      const root = this.#body.shadowRoot ?? this.#body.attachShadow({ mode: "open" });
      root.replaceChildren(...content);
      showContrast(root);
      root.addEventListener("click", follow);
      this.#loaded = true;
    } catch {
      const link = el("a", { href: "/rules", target: "_blank" }, RULES_DIALOG.open);
      this.#body.replaceChildren(el("p", {}, RULES_DIALOG.failed, " ", link));
    }
  }
}

customElements.define("rules-dialog", RulesDialog);
