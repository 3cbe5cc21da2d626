/** @import { RoomModel } from "../act.js" */
import { act } from "../act.js";
import { nextNumber } from "../device.js";
import { el, say } from "../dom.js";
import { DEVICE } from "../text-lobby.js";

/** One more person who plays at this browser takes a seat of the lobby. */
export class BesideMe extends HTMLElement {
  #input = el("input", { id: "beside-name", autocomplete: "off", spellcheck: "false", "aria-describedby": "beside-problem" });
  #problem = el("p", { id: "beside-problem", class: "wrong", role: "alert" });
  #form = el("form", { class: "field", novalidate: true });
  /** @type {RoomModel | null} */
  #model = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const add = el("button", { class: "btn second" }, DEVICE.add);
    this.#form.append(el("label", { for: "beside-name" }, DEVICE.title), el("div", { class: "or" }, this.#input, add), this.#problem);
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
  }

  /** @param {RoomModel} model */
  set model(model) {
    this.#model = model;
    this.hidden = model.view.seats.every((seat) => seat.kind !== "empty");
  }

  async #ask() {
    if (!this.#model) return;
    const outcome = await act(this, { do: "join", local: nextNumber(this.#model.you), name: this.#input.value.trim() });
    say(this.#problem, outcome.ok ? "" : outcome.message);
    this.#input.setAttribute("aria-invalid", String(!outcome.ok));
    if (outcome.ok) this.#input.value = "";
    else this.#input.focus();
  }
}

customElements.define("beside-me", BesideMe);
