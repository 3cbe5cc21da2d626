/**
 * Everything the page shows or speaks, in its own language: the catalogues table.json and lobby.json of
 * app/words/<language>, which came with the page. `tracker`, of score.json, is on the score page alone, and of the
 * others only what app/words.py adds to it.
 * @typedef {typeof import("../../app/words/en/table.json") & typeof import("../../app/words/en/lobby.json")
 *   & typeof import("../../app/words/en/score.json")} Words
 */

/** @type {Words} */
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "");
