import assert from "node:assert/strict";
import { test } from "node:test";
import { act, actOnce, isMoot } from "../../static/js/act.js";

/** A button whose wishes are kept, to be answered when the test wants. */
function pressable() {
  const button = Object.assign(new EventTarget(), { ariaBusy: null, ariaDisabled: null });
  const wishes = [];
  button.addEventListener("act", ({ detail }) => wishes.push(detail));
  return { button, wishes };
}

test("who asks is told what became of it", async () => {
  const { button, wishes } = pressable();
  const asked = act(button, { do: "ready" });
  assert.deepEqual(wishes[0].command, { do: "ready" });
  wishes[0].answer({ ok: true, seq: 7 });
  assert.deepEqual(await asked, { ok: true, seq: 7 });
});

test("a second press before the answer asks for nothing", async () => {
  const { button, wishes } = pressable();
  const first = actOnce(button, { do: "start" });
  actOnce(button, { do: "start" });
  assert.equal(button.ariaBusy, "true");
  assert.equal(wishes.length, 1);
  wishes[0].answer({ ok: false, code: "room_full", message: "" });
  await first;
  assert.equal(button.ariaBusy, "false");
  actOnce(button, { do: "start" });
  assert.equal(wishes.length, 2);
});

test("a button that does nothing asks for nothing", () => {
  const { button, wishes } = pressable();
  button.ariaDisabled = "true";
  actOnce(button, { do: "ready" });
  assert.equal(wishes.length, 0);
});

test("what has happened already is not worth a word, everything else is", () => {
  assert.ok(isMoot({ do: "hit", code: "stale_decision" }));
  assert.ok(isMoot({ do: "start", code: "not_in_lobby" }));
  assert.ok(isMoot({ do: "ready", code: "wrong_phase" }));
  assert.ok(isMoot({ do: "rematch", code: "wrong_phase" }));
  assert.ok(!isMoot({ do: "rematch", code: "not_host" }));
  assert.ok(!isMoot({ do: "rules", code: "not_in_lobby" }));
});
