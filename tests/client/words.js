/** What stands in for the page where modules are tested without one: its English words. Loaded by `node --import`. */
import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(`../../app/words/en/${name}.json`, import.meta.url), "utf8"));
const textContent = JSON.stringify({ ...read("table"), ...read("lobby"), ...read("score") });
globalThis.document = { getElementById: (id) => (id === "words" ? { textContent } : null) };
