import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
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

test("where asking failed, a change that came meanwhile is asked for, and else the next one", async () => {
  seq = 6;
  keeper.want(6);
  answers[0].reject(new Error("no connection"));
  await settled();
  assert.equal(answers.length, 2);
  answers[1].reject(new Error("no connection"));
  await settled();
  assert.equal(answers.length, 2);
  keeper.want(7);
  assert.equal(answers.length, 3);
});
