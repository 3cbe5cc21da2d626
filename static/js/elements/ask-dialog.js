import { el } from "../dom.js";
import { MENU } from "../text.js";

/**
 * Asks for a yes before something that cannot be taken back.
 * @param {{ title: string, note: string, yes: string }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, note, yes }) {
  const heading = el("h2", { id: "ask-title" }, title);
  const no = el("button", { type: "submit", value: "no", class: "btn second" }, MENU.cancel);
  const agree = el("button", { type: "submit", value: "yes", class: "btn primary" }, yes);
  const dialog = el("dialog", { "aria-labelledby": heading.id, class: "ask" });
  dialog.append(el("form", { method: "dialog" }, heading, el("p", {}, note), el("div", { class: "foot" }, no, agree)));
  document.body.append(dialog);
  return new Promise((answer) => {
    dialog.addEventListener("close", async () => {
      answer(dialog.returnValue === "yes");
      dialog.setAttribute("aria-hidden", "true"); // while it fades the next one may ask already
      heading.removeAttribute("id");
      await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
      dialog.remove();
    });
    dialog.showModal();
  });
}
