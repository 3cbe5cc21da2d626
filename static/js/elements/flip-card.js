import { cardFace, cardName } from "../text-cards.js";

const SPRITE = "/static/img/sprite.svg";
const SVG = "http://www.w3.org/2000/svg";

/** @type {Readonly<Record<string, { name: string, icon: string }>>} */
const ACTIONS = {
  freeze: { name: "freeze", icon: "i-freeze" },
  flip_three: { name: "three", icon: "i-three" },
  second_chance: { name: "second", icon: "i-second" },
};

/** Every class a face may have. */
const CLASSES = ["card", "mini", "bigact", "act", "bigmod", "mod", "x2", "back", "freeze", "three", "second", "dup"];

/**
 * A drawing of the sprite, e.g. `icon("i-check")`; hidden from assistive technology, so words must stand beside it.
 * @param {string} id
 */
export function icon(id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ic");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SPRITE}#${id}`);
  svg.append(use);
  return svg;
}

/** @param {"b" | "i"} tag @param {string} text */
function lettering(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/**
 * One card: `<flip-card card="12" look="mini">`.
 *
 * `card`: one of the 22 kinds or `back`. `look`: `full` (default) and `big`: the whole face, 5:7;
 * `mini`: a small number card, an action as its icon alone; `ticket`: a modifier or action as a small label.
 * `duplicate`: the card of a bust. The macro in templates/card.html writes the same markup.
 */
export class FlipCard extends HTMLElement {
  static observedAttributes = ["card", "look", "duplicate"];

  #shown = "";

  connectedCallback() {
    this.#render();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#render();
  }

  get card() {
    return this.getAttribute("card") ?? "back";
  }

  set card(value) {
    this.setAttribute("card", value);
  }

  #render() {
    const look = this.getAttribute("look") ?? "full";
    const shown = `${this.card} ${look} ${this.hasAttribute("duplicate")}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardName(this.card));
    const { classes, parts, number } = face(this.card, look);
    if (this.hasAttribute("duplicate")) classes.push("dup");
    this.classList.remove(...CLASSES);
    this.classList.add(...classes);
    if (number === null) delete this.dataset.n;
    else this.dataset.n = number;
    this.replaceChildren(...parts);
  }
}

/**
 * Classes and content of a face.
 * @param {string} card @param {string} look
 * @returns {{ classes: string[], parts: Element[], number: string | null }}
 */
function face(card, look) {
  const whole = look === "full" || look === "big";
  const action = ACTIONS[card];
  if (action) {
    const parts = [icon(action.icon), ...(look === "mini" ? [] : [lettering("b", cardFace(card))])];
    return { classes: [whole ? "bigact" : "act", action.name], parts, number: null };
  }
  if (card === "back") return { classes: whole ? ["back"] : ["back", "mini"], parts: [icon("star")], number: null };
  if (!/^\d+$/.test(card)) {
    const classes = [whole ? "bigmod" : "mod", ...(card === "x2" ? ["x2"] : [])];
    return { classes, parts: [lettering("b", cardFace(card))], number: null };
  }
  const corners = whole ? [lettering("i", card), lettering("i", card)] : [];
  return {
    classes: whole ? ["card"] : ["card", "mini"],
    parts: [icon(`e${card}`), lettering("b", card), ...corners],
    number: card,
  };
}

customElements.define("flip-card", FlipCard);
