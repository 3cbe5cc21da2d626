/**
 * Everything the page shows or speaks, in its own language: app/words/<language>/table.json, which came with the page.
 * @typedef {typeof import("../../app/words/en/table.json")} Words
 */

/** @type {Words} */
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "");
