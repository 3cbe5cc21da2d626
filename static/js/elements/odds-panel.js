/** @import { TableModel } from "../seats.js" */
/** @import { Card, Odds, SeatOdds } from "../protocol.js" */
import { el, say } from "../dom.js";
import { counted, fill, percent, points, written } from "../phrase.js";
import { nameOf } from "../seats.js";
import { choose } from "../settings.js";
import { cardName } from "../text-cards.js";
import { ODDS } from "../text.js";
import { card } from "./cards-row.js";
import { icon } from "./flip-card.js";

/** @type {readonly Card[]} */
const KINDS = [
  ...(/** @type {const} */ (["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0"])),
  ...(/** @type {const} */ (["+2", "+4", "+6", "+8", "+10", "x2", "freeze", "flip_three", "second_chance"])),
];

/** A figure with its name, and a bar for a chance. @param {string} name @param {string} value @param {number} [part] */
function row(name, value, part) {
  const item = el("li", {}, el("span", {}, name), el("b", {}, value));
  if (part === undefined) return item;
  const bar = el("i", { "aria-hidden": "true" });
  bar.style.setProperty("inline-size", `${part * 100}%`);
  item.append(el("span", { class: "bar", "aria-hidden": "true" }, bar));
  return item;
}

/** @param {SeatOdds} odds */
function rows(odds) {
  const saved = odds.chance_used > 0;
  return [
    row(ODDS.bust, saved ? fill(ODDS.saved, { chance: percent(odds.bust) }) : percent(odds.bust), odds.bust),
    ...(saved ? [row(ODDS.chance_used, percent(odds.chance_used), odds.chance_used)] : []),
    row(ODDS.flip_seven, percent(odds.flip_seven), odds.flip_seven),
    row(ODDS.stay, written(odds.stay)),
    row(ODDS.hit_then_stay, points(odds.hit_then_stay)),
  ];
}

/** Whose odds a viewer sees: their own while they play, else those of whoever decides. @param {TableModel} model */
function subject({ truth, me }) {
  if (me !== null) return me;
  return truth.decision?.seat ?? null;
}

/**
 * What one more card may do, by exact count of the cards nobody has seen, and how many of each kind those are. For
 * this viewer alone, and never advice.
 */
export class OddsPanel extends HTMLElement {
  #title = el("h2");
  #list = el("ul", { class: "odds", role: "list" });
  #note = el("p", { class: "note" });
  #counter = el("ul", { class: "counter", role: "list" });
  #kinds = el("details", {}, el("summary", {}, ODDS.cards_left), this.#counter);
  #shown = "";

  connectedCallback() {
    if (this.firstChild) return;
    const hide = el("button", { type: "button", class: "chip" }, ODDS.hide);
    hide.addEventListener("click", () => choose("odds", false));
    const head = el("div", { class: "head" }, icon("i-odds"), this.#title, el("span", { class: "private" }, ODDS.private));
    this.append(head, this.#list, this.#note, this.#kinds, hide);
  }

  /** @param {TableModel} model @param {Odds | null} odds */
  update(model, odds) {
    const seat = subject(model);
    const shown = JSON.stringify([seat, odds]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const own = seat === model.me;
    say(this.#title, own || seat === null ? ODDS.title : fill(ODDS.title_of, { who: nameOf(model.view, seat, null) }));
    const found = seat === null ? null : (odds?.seats[seat] ?? null);
    this.#list.replaceChildren(...(found ? rows(found) : []));
    const { duplicates = 0, cards = 0 } = found ?? {};
    const sentence = own ? ODDS.repeats : ODDS.repeats_other;
    say(this.#note, found ? counted(sentence, duplicates, { cards: written(cards) }) : ODDS.none);
    this.#count(model, odds, seat);
  }

  /** @param {TableModel} model @param {Odds | null} odds @param {number | null} seat */
  #count({ truth }, odds, seat) {
    const unseen = odds?.unseen ?? {};
    this.#kinds.hidden = Object.keys(unseen).length === 0;
    /** @type {string[]} */
    const held = seat === null ? [] : (truth.seats[seat]?.numbers ?? []);
    this.#counter.replaceChildren(
      ...KINDS.map((kind) => {
        const left = unseen[kind] ?? 0;
        const face = card(kind, "mini");
        face.setAttribute("aria-hidden", "true");
        const words = fill(held.includes(kind) ? ODDS.kind_held : ODDS.kind, { card: cardName(kind), count: left });
        const item = el("li", {}, face, el("b", { "aria-hidden": "true" }, written(left)), el("span", { class: "sr" }, words));
        item.classList.toggle("own", held.includes(kind));
        item.classList.toggle("gone", left === 0);
        return item;
      }),
    );
  }
}

customElements.define("odds-panel", OddsPanel);
