import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ApiError } from "../../static/js/api.js";
import { OddsKeeper } from "../../static/js/odds.js";

let answers;
let keeper;
/** The change that is on display; each time something new is here it is drawn, and odds are wanted again. */
let seq;
beforeEach(() => {
  answers = [];
  seq = 5;
  const read = () => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  keeper = new OddsKeeper("QK7X4TDM", () => keeper.want(seq), read);
  keeper.want(seq);
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const answer = async (answered) => {
  answers.at(-1).resolve({ seq: answered });
  await settled();
};

test("they are asked for once a change, however often it is drawn", async () => {
  keeper.want(5);
  await answer(5);
  keeper.want(5);
  assert.equal(answers.length, 1);
  assert.equal(keeper.odds.seq, 5);
});

test("a page that is behind does not ask again and again", async () => {
  await answer(6);
  keeper.want(5);
  assert.equal(answers.length, 1);
  seq = 6;
  keeper.want(6);
  assert.equal(answers.length, 1);
});

test("a change that comes while they are on their way is asked for afterwards", async () => {
  seq = 6;
  keeper.want(6);
  assert.equal(answers.length, 1);
  await answer(5);
  assert.equal(answers.length, 2);
});

test("where asking failed there are none for a while, and then those of the newest change are asked for", async (t) => {
  await answer(5);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const code of ["offline", "rate_limited"]) {
    const asked = answers.length;
    keeper.want((seq += 1));
    answers.at(-1).reject(new ApiError(code, ""));
    await settled();
    assert.equal(keeper.odds, null, "what was known is of other cards");
    keeper.want((seq += 1));
    assert.equal(answers.length, asked + 1, "those who ask too often do not ask more often for that");
    t.mock.timers.tick(2000);
    assert.equal(answers.length, asked + 2);
    await answer(seq);
    assert.equal(keeper.odds.seq, seq);
  }
});

test("what is refused for good is asked for again with the next change only", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  answers[0].reject(new ApiError("no_such_room", ""));
  await settled();
  t.mock.timers.tick(60_000);
  assert.equal(answers.length, 1);
  keeper.want(6);
  assert.equal(answers.length, 2);
});
