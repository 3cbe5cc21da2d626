import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ApiError } from "../../static/js/api.js";
import { LogKeeper } from "../../static/js/log-keeper.js";
import { plain } from "../../static/js/phrase.js";
import { History } from "../../static/js/store.js";
import { dealt, seat, table } from "./table.js";

/** A log that only remembers its sentences. */
class Sentences {
  told = [];
  add({ parts }) {
    this.told.push(plain(parts));
  }
  replace(lines) {
    this.told = [];
    for (const line of lines) this.add(line);
  }
}

const view = table([seat("Ana", { numbers: ["5"] }), seat("Bo")]);
const change = (...events) => ({ seq: 0, digest: "", now: 0, events });
const stays = { type: "stayed", seat: 1, score: 9, why: "chosen" };

let log;
let keeper;
beforeEach(() => {
  log = new Sentences();
  keeper = new LogKeeper(new History(), log, { show() {} }, "QK7X4TDM");
  keeper.missed([change(dealt(1, "9"))], view, 0);
});

test("what was missed is added to what was told", () => {
  keeper.missed([change(stays)], view, 0);
  assert.deepEqual(log.told, ["Bo drew 9.", "Bo stayed on 9."]);
});

test("a game that began during a break begins a new log", () => {
  const renamed = { type: "renamed", seat: 1, was: "Bo", name: "Bob" };
  const begins = change({ type: "started", game: 2, dealer: 0 }, { type: "round_started", round: 1, dealer: 0 }, dealt(1, "3"));
  keeper.missed([change(stays, renamed), begins], view, 0);
  assert.equal(log.told.length, 3);
  assert.equal(log.told.at(-1), "Bob drew 3.", "names are those of that moment");
  assert.ok(!log.told.some((line) => line.includes("stayed")));
});

test("of a record that is ahead of the page only what the page has been told is told", async () => {
  const started = { ...change({ type: "started", game: 1, dealer: 0 }), seq: 1 };
  const [first, second] = [dealt(1, "9"), dealt(0, "7")].map((event, i) => ({ ...change(event), seq: i + 2 }));
  const later = table([seat("Ana", { numbers: ["5"] }), seat("Bo", { numbers: ["9"] })]);
  await keeper.load(() => ({ view: later, me: 0, seq: 2 }), async () => ({ changes: [started, first, second] }));
  assert.deepEqual(log.told.filter((line) => line.includes("drew")), ["Bo drew 9."]);
  assert.deepEqual(keeper.history.changes.map(({ seq }) => seq), [1, 2]);
});

test("a record that could not be read is asked for again, unless there is none", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const started = { ...change({ type: "started", game: 1, dealer: 0 }), seq: 1 };
  const answers = ["offline", "rate_limited", null];
  const read = async () => {
    const code = answers.shift();
    if (code) throw new ApiError(code, "");
    return { changes: [started] };
  };
  const loaded = keeper.load(() => ({ view, me: 0, seq: 1 }), read);
  for (const left of [2, 1]) {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([keeper.isReading, answers.length], [true, left]);
    t.mock.timers.tick(8000);
  }
  await loaded;
  assert.deepEqual([keeper.isReading, keeper.history.complete], [false, true]);

  answers.push("no_such_room", null);
  await keeper.load(() => ({ view, me: 0, seq: 1 }), read);
  assert.deepEqual([keeper.isReading, answers], [false, [null]]);
});
