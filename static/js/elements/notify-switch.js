import { el, say } from "../dom.js";
import { canNotify, wantNotices } from "../notify.js";
import { onSettings, settings } from "../settings.js";
import { SETTINGS } from "../text.js";

/** `Notify me on my turn`, where somebody waits for a game; the same setting as in the dialog. */
export class NotifySwitch extends HTMLElement {
  #input = el("input", { type: "checkbox", role: "switch", "aria-describedby": "notify-problem" });
  #problem = el("p", { id: "notify-problem", class: "wrong", role: "alert" });
  #stop = () => {};

  connectedCallback() {
    this.hidden = !canNotify();
    this.#stop = onSettings(() => this.#show());
    this.#show();
    if (this.firstChild) return;
    this.className = "options";
    this.append(el("label", { class: "switch" }, el("span", {}, SETTINGS.notify), this.#input), this.#problem);
    this.#input.addEventListener("change", () => this.#set());
  }

  disconnectedCallback() {
    this.#stop();
  }

  #show() {
    this.#input.checked = settings.notify;
  }

  async #set() {
    const done = await wantNotices(this.#input.checked);
    say(this.#problem, done ? "" : SETTINGS.notify_blocked);
    this.#show();
  }
}

customElements.define("notify-switch", NotifySwitch);
