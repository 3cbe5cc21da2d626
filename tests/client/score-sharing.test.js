/** What others see of a game is what it is: sent in order, again after a failure, and given up where that is no use. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { withHand } from "../../static/js/score/game.js";
import { Keeper } from "../../static/js/score/keeper.js";
import { Sharing } from "../../static/js/score/sharing.js";

const GAME = { players: ["Ann", "Bo"], length: "points", points: 200, rounds: 5, dealer: 0, hands: [] };
const LINK = { code: "QK7X4TDM", url: "http://x/score/QK7X4TDM" };
const SHARED = { ...LINK, ends: 7 };
const CREATED = { ...LINK, version: 1, expires_at: 7 };
/** What the server is asked, with the means to answer. */
let asked;
let keeper;
let sharing;
let told;

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  asked = [];
  told = [];
  globalThis.fetch = (path, { method, body }) =>
    new Promise((resolve, reject) => {
      const answer = (status, json = {}) => resolve({ ok: status < 400, status, json: async () => json });
      asked.push({ call: `${method} ${path}`, body: body && JSON.parse(body), answer, fail: () => reject(new TypeError()) });
    });
  keeper = new Keeper();
  sharing = new Sharing(keeper, (outcome) => told.push(outcome));
  keeper.onChange = () => sharing.push();
});

/** Lets everything happen that is not waiting for an answer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A game that is shared; what was asked for that is forgotten. */
async function share() {
  keeper.put(GAME);
  const begun = sharing.begin(GAME);
  asked[0].answer(201, CREATED);
  assert.equal(await begun, "sent");
  asked = [];
}

/** @param {number} seat @param {string} hand */
const put = (seat, hand) => keeper.put(withHand(keeper.game, { round: 0, seat }, hand));

test("a change is sent with the version it is based on", async () => {
  await share();
  put(1, "12");
  assert.equal(asked[0].call, "PUT /api/scores/QK7X4TDM");
  assert.deepEqual(asked[0].body, { ...GAME, hands: [[null, "12"]], version: 1 });
  asked[0].answer(200, { version: 2 });
  await settle();
  assert.deepEqual(keeper.share, { ...SHARED, version: 2, sent: true });
  assert.deepEqual([asked.length, told], [1, ["sent"]]);
});

test("what changes while a request is under way goes with the next one", async () => {
  await share();
  put(1, "12");
  put(0, "bust");
  assert.equal(asked.length, 1);
  asked[0].answer(200, { version: 2 });
  await settle();
  assert.deepEqual(asked[1].body, { ...GAME, hands: [["bust", "12"]], version: 2 });
});

test("what changed while sharing began is sent too", async () => {
  keeper.put(GAME);
  const begun = sharing.begin(GAME);
  put(1, "5");
  asked[0].answer(201, CREATED);
  await begun;
  assert.deepEqual(asked[1]?.body, { ...GAME, hands: [[null, "5"]], version: 1 });
});

test("without a connection it is told and tried again", async () => {
  await share();
  mock.timers.enable({ apis: ["setTimeout"] });
  put(1, "12");
  asked[0].fail();
  await settle();
  assert.deepEqual(told, ["unsent"]);
  mock.timers.tick(5000);
  mock.timers.reset();
  assert.deepEqual(asked[1].body, asked[0].body);
  asked[1].answer(200, { version: 2 });
  await settle();
  assert.deepEqual(told, ["unsent", "sent"]);
});

test("another tab's change counts, and the own one is a step back", async () => {
  await share();
  put(1, "12");
  const own = keeper.game;
  asked[0].answer(409);
  await settle();
  const theirs = { ...GAME, hands: [["1", "2"]] };
  asked[1].answer(200, { game: theirs, version: 7 });
  await settle();
  assert.deepEqual([keeper.game, keeper.share.version, told], [theirs, 7, ["overtaken"]]);
  keeper.undo();
  assert.deepEqual(keeper.game, own);
  assert.equal(asked[2].body.version, 7);
});

test("a link that has ended, and a game that is too long, are shared no more", async () => {
  for (const [status, outcome] of [[404, "ended"], [413, "too_large"], [400, "too_large"]]) {
    await share();
    put(1, "12");
    asked[0].answer(status);
    await settle();
    assert.deepEqual([keeper.share, told.at(-1)], [null, outcome]);
    put(0, "1");
    assert.equal(asked.length, 1);
    asked = [];
  }
});

test("sharing that fails leaves everything as it was", async () => {
  keeper.put(GAME);
  for (const [status, outcome] of [[503, "unsent"], [413, "too_large"]]) {
    const begun = sharing.begin(GAME);
    asked.at(-1).answer(status);
    assert.equal(await begun, outcome);
  }
  assert.equal(keeper.share, null);
});
