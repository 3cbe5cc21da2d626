/** The settings that a page must know before it is painted: style sheets find them at the root, as `data-` attributes. */
const LOOKS = ["theme", "contrast", "motion", "hand"];
const BY_SYSTEM = "(prefers-contrast: more)";

/** @param {(name: string) => string | null} valueOf the setting of that name, null where nobody chose */
export function showLook(valueOf) {
  const root = document.documentElement;
  for (const name of LOOKS) {
    const value = valueOf(name);
    if (value === null) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  showContrast(document);
  showThemeColor(root.dataset.theme);
}

/**
 * The style sheet for high contrast counts where the system asks for it, and where the player does.
 * @param {ParentNode} root
 */
export function showContrast(root) {
  const media = document.documentElement.dataset.contrast === "more" ? "all" : BY_SYSTEM;
  for (const sheet of root.querySelectorAll("link[data-contrast]")) sheet.setAttribute("media", media);
}

/** The browser's own frame takes the colour of the page. @param {string | undefined} theme */
function showThemeColor(theme) {
  for (const color of document.querySelectorAll("meta[data-of]")) {
    const own = color.getAttribute("data-of");
    const chosen = theme === "dark" || theme === "light";
    color.setAttribute("media", chosen ? (own === theme ? "all" : "not all") : `(prefers-color-scheme: ${own})`);
  }
}
