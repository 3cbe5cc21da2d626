/** What stands in for the page where modules are tested without one: its English words. Loaded by `node --import`. */
import { readFileSync } from "node:fs";

const textContent = readFileSync(new URL("../../app/words/en/table.json", import.meta.url), "utf8");
globalThis.document = { getElementById: (id) => (id === "words" ? { textContent } : null) };
