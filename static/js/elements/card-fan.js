import { el } from "../dom.js";
import { FlipCard } from "./flip-card.js";

/** Five cards face down, as on the pages the server sends. */
export function cardFan() {
  return el("div", { class: "fan", "aria-hidden": "true" }, ...Array.from({ length: 5 }, () => new FlipCard()));
}
