/**
 * Build an element: `el("p", { class: "lede" }, "Hello ", name)`. Strings become text, never markup;
 * an attribute that is `true` is empty, one that is `false` is left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | boolean>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for a drawing. @param {string} tag @param {Record<string, string | number>} attributes @param {...Node} children */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Set an element's text only where it differs, so that nothing is read out or repainted twice.
 * @param {Element} element @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Calls `then` when what is drawn now is on the screen, which it would hold up. @param {() => void} then */
export const onceShown = (then) => requestAnimationFrame(() => setTimeout(then));
