import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { refusalText } from "../../static/js/refusals.js";
import { words } from "../../static/js/words.js";

/** Refusals that are a page's own fault or need no words say what any trouble says. */
const NO_WORDS = new Set(["bad_message", "too_large", "unavailable", "stale_decision", "not_allowed"]);

test("every code that a player can cause has a sentence of its own", () => {
  const types = readFileSync(new URL("../../static/js/protocol.d.ts", import.meta.url), "utf8");
  const codes = /type ErrorCode =([^;]*);/.exec(types)?.[1]?.match(/\w+/g) ?? [];
  assert.ok(codes.length > 15);
  for (const code of codes) {
    const own = refusalText({ code, wish: "hit" }) !== words.refusals.unavailable;
    assert.equal(own, !NO_WORDS.has(code), code);
  }
});

test("where it depends on the wish, the sentence does too", () => {
  assert.equal(refusalText({ code: "not_allowed", wish: "more_time" }), "There is no more extra time.");
  assert.equal(refusalText({ code: "not_allowed", wish: "take_over" }), "The host does not let watchers take over bots.");
  assert.equal(refusalText({ code: "rate_limited", wish: "find" }), "Too many codes tried. Wait a minute.");
  assert.equal(refusalText({ code: "rate_limited", wish: "rename" }), "That was too much at once. Wait a moment.");
});

test("a taken name is said with a free one, where there is one", () => {
  assert.equal(refusalText({ code: "name_taken", wish: "join", name: "Maya", suggestion: "Maya 2" }), "Maya is taken. Try Maya 2.");
  assert.equal(refusalText({ code: "name_taken", wish: "join", name: "Maya" }), "Maya is taken.");
});

test("a name that cannot be shown as it is is said with one that can", () => {
  const said = "Part of that name cannot be shown here, such as joined emoji. Try 👩💻.";
  assert.equal(refusalText({ code: "bad_name", wish: "join", name: "👩\u200d💻", suggestion: "👩💻" }), said);
  assert.equal(refusalText({ code: "bad_name", wish: "join", name: "" }), "Use 1 to 16 visible characters.");
});

test("an unknown code is trouble on our side", () => {
  assert.equal(refusalText({ code: "from_a_newer_server", wish: "hit" }), words.refusals.unavailable);
});
