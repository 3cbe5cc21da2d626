import { el } from "../dom.js";
import { words } from "../words.js";

/** @returns {NodeListOf<HTMLLinkElement>} */
const alternates = () => document.querySelectorAll("link[rel=alternate][hreflang]");

/** This page in every language it comes in, each called by its own name; the present one is marked. */
export function languageChoice() {
  const links = [...alternates()].map(({ hreflang, title }) => {
    const here = hreflang === document.documentElement.lang;
    return el("a", { href: `?lang=${hreflang}`, hreflang, lang: hreflang, "aria-current": here && "true" }, title);
  });
  return el("nav", { class: "languages", "aria-label": words.menu.language }, ...links);
}
