import { el } from "../dom.js";
import { TABLE } from "../text.js";

/**
 * Shows a text marked, to be copied by hand where the browser does not do it.
 * @param {{ title: string, note?: string, text: string }} what
 */
export function showMarked({ title, note = "", text }) {
  const heading = el("h2", { id: "marked-title" }, title);
  const field = el("input", { readonly: true, "aria-labelledby": heading.id });
  const close = el("button", { type: "submit", class: "btn second" }, TABLE.close);
  const dialog = el("dialog", { "aria-labelledby": heading.id, class: "ask" });
  field.value = text;
  dialog.append(
    el("form", { method: "dialog" }, heading, el("p", {}, note), el("div", { class: "field" }, field), el("div", { class: "foot" }, close)),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
}
