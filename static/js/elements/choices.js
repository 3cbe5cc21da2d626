import { el } from "../dom.js";

/**
 * One of a few values, as radio buttons in a row.
 * @template {string | number} T
 * @param {string} title @param {string} group
 * @param {readonly T[]} values @param {(value: T) => string} label
 * @param {Map<T, HTMLInputElement>} inputs filled with the radio button of each value
 * @param {(value: T) => void} chosen
 */
export function choice(title, group, values, label, inputs, chosen) {
  const row = el("div", { class: "choice" });
  for (const value of values) {
    const input = el("input", { type: "radio", name: group, value: String(value) });
    input.addEventListener("change", () => chosen(value));
    inputs.set(value, input);
    row.append(el("label", {}, input, el("span", {}, label(value))));
  }
  return el("fieldset", {}, el("legend", {}, title), row);
}

/**
 * A switch with a sentence below its name.
 * @param {string} id unique in the page @param {string} name @param {string} hint @param {(on: boolean) => void} turned
 * @returns {{ label: HTMLLabelElement, input: HTMLInputElement }}
 */
export function switchOf(id, name, hint, turned) {
  const input = el("input", { type: "checkbox", role: "switch", "aria-labelledby": id, "aria-describedby": `${id}-hint` });
  input.addEventListener("change", () => turned(input.checked));
  const words = el("span", {}, el("span", { id }, name), el("small", { id: `${id}-hint` }, hint));
  return { label: el("label", { class: "switch" }, words, input), input };
}
