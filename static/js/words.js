/**
 * Everything the page shows or speaks, in its own language: the catalogues table.json and lobby.json of
 * app/words/<language>, which came with the page.
 * @typedef {typeof import("../../app/words/en/table.json") & typeof import("../../app/words/en/lobby.json")} Words
 */

/** @type {Words} */
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "");
