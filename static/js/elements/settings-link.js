import { openPanel } from "../act.js";
import { el } from "../dom.js";
import { SETTINGS } from "../text.js";

/** A way to the settings for pages that have no menu. @param {EventTarget} from dispatches `open-panel` */
export function settingsLink(from) {
  const button = el("button", { type: "button", class: "link" }, SETTINGS.title);
  button.addEventListener("click", () => openPanel(from, "settings"));
  return button;
}
