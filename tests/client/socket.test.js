import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Link, pause } from "../../static/js/socket.js";

/** A socket that goes nowhere: the test plays the server. */
class FakeSocket {
  static all = [];
  sent = [];
  closed = false;
  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code) {
    this.onclose?.({ code });
  }
}

const welcome = { type: "welcome", protocol: 1, build: "b", you: { seat: 0 }, seq: 4, digest: "d", missed: null, now: 0, view: {} };
const moves = (socket) => socket.sent.filter((message) => message.do !== "ping");
const latest = () => FakeSocket.all.at(-1);

let link;
let heard;
let states;
let pongs;
let time;
let hidden;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeSocket.all = [];
  heard = [];
  states = [];
  pongs = [];
  time = 1000;
  hidden = false;
  let after = 0;
  link = new Link(
    {
      address: () => `/ws/CODE?after=${after++}`,
      receive: (message) => heard.push(message),
      changed: (state, reason) => states.push(reason ? `${state} ${reason}` : state),
      pong: (sent, now) => pongs.push([sent, now]),
    },
    { WebSocket: FakeSocket, now: () => time, random: () => 0.5, hidden: () => hidden },
  );
  link.connect();
});

test("pauses grow, are jittered, and do not grow for ever", () => {
  assert.equal(pause(0, 0), 200);
  assert.equal(pause(0, 1), 400);
  assert.equal(pause(1, 1), 640);
  assert.equal(pause(30, 1), 8000);
});

test("a command waits for the welcome and is acknowledged by its id", async () => {
  const outcome = link.send({ do: "hit", decision: 7 });
  assert.deepEqual(moves(latest()), []);
  latest().says(welcome);
  const [move] = moves(latest());
  assert.equal(move.decision, 7);
  latest().says({ type: "ack", id: move.id, seq: 5 });
  assert.deepEqual(await outcome, { ok: true, seq: 5 });
});

test("ids share a prefix of this page load and never repeat", () => {
  latest().says(welcome);
  link.send({ do: "ready" });
  link.send({ do: "ready" });
  const [first, second] = moves(latest()).map(({ id }) => id);
  assert.notEqual(first, second);
  assert.equal(first.split("-")[0], second.split("-")[0]);
  assert.ok(first.length <= 64);
});

test("after a break, unanswered commands are sent again with the same id, answered ones are not", async () => {
  latest().says(welcome);
  const done = link.send({ do: "ready" });
  link.send({ do: "hit", decision: 8 });
  const [ready, hit] = moves(latest());
  latest().says({ type: "ack", id: ready.id, seq: 5 });
  await done;
  latest().breaks(1006);
  mock.timers.tick(400);
  assert.equal(FakeSocket.all.length, 2);
  assert.match(latest().url, /after=1/);
  latest().says(welcome);
  assert.deepEqual(moves(latest()), [hit]);
});

test("a refusal settles the command with what the server says", async () => {
  latest().says(welcome);
  const outcome = link.send({ do: "rename", name: "Bo" });
  const [{ id }] = moves(latest());
  latest().says({ type: "error", id, code: "name_taken", message: "Bo is taken.", suggestion: "Bo 2", seq: 4 });
  assert.deepEqual(await outcome, { ok: false, code: "name_taken", message: "Bo is taken.", suggestion: "Bo 2" });
});

test("unavailable means: the same id again after a pause", async () => {
  latest().says(welcome);
  link.send({ do: "hit", decision: 8 });
  const [hit] = moves(latest());
  latest().says({ type: "error", id: hit.id, code: "unavailable", message: "Try again." });
  assert.equal(moves(latest()).length, 1);
  mock.timers.tick(400);
  assert.deepEqual(moves(latest()), [hit, hit]);
});

for (const [code, reason] of [[4000, "room_expired"], [4001, "removed"], [4002, "no_such_room"], [4008, "abuse"], [4009, "too_many_connections"]]) {
  test(`close code ${code} ends it: no further attempt`, () => {
    latest().says(welcome);
    latest().breaks(code);
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.all.length, 1);
    assert.equal(states.at(-1), `ended ${reason}`);
  });
}

test("a farewell ends it even where its close code got lost", () => {
  latest().says(welcome);
  latest().says({ type: "bye", code: "removed", message: "The host removed you." });
  latest().breaks(1006);
  mock.timers.tick(60_000);
  assert.equal(states.at(-1), "ended removed");
  assert.equal(FakeSocket.all.length, 1);
});

test("a restarting server is tried again", () => {
  latest().says(welcome);
  latest().says({ type: "bye", code: "restarting", message: "Come back." });
  latest().breaks(1012);
  mock.timers.tick(400);
  assert.equal(FakeSocket.all.length, 2);
});

test("a short break is mended without a word, a longer one is told", () => {
  latest().says(welcome);
  latest().breaks(1006);
  mock.timers.tick(400);
  latest().says(welcome);
  assert.deepEqual(states, ["open", "connecting", "open"]);
  latest().breaks(1006);
  mock.timers.tick(1000);
  assert.equal(states.at(-1), "lost");
  latest().says(welcome);
  assert.equal(states.at(-1), "open");
});

test("attempts grow apart while nobody answers, and start anew after a welcome", () => {
  latest().says(welcome);
  const attempts = [];
  for (let i = 0; i < 4; i += 1) {
    const before = FakeSocket.all.length;
    latest().breaks(1006);
    let waited = 0;
    while (FakeSocket.all.length === before) {
      mock.timers.tick(50);
      waited += 50;
    }
    attempts.push(waited);
  }
  assert.deepEqual(attempts, [300, 500, 800, 1250]);
  latest().says(welcome);
  latest().breaks(1006);
  mock.timers.tick(300);
  assert.equal(FakeSocket.all.length, 6);
});

test("a ping every 15 s; its pong comes with the moment it was sent", () => {
  latest().says(welcome);
  const pings = () => latest().sent.filter((message) => message.do === "ping");
  assert.equal(pings().length, 1);
  latest().says({ type: "pong", id: pings()[0].id, now: 5000 });
  assert.deepEqual(pongs, [[1000, 5000]]);
  mock.timers.tick(15_000);
  assert.equal(pings().length, 2);
});

test("five seconds without an answer count as a lost connection", () => {
  latest().says(welcome);
  const silent = latest();
  mock.timers.tick(5000);
  assert.ok(silent.closed);
  assert.equal(states.at(-1), "lost");
  mock.timers.tick(400);
  assert.equal(FakeSocket.all.length, 2);
});

test("frames of a connection that was given up are not heard", () => {
  latest().says(welcome);
  const old = latest();
  link.connect();
  old.says({ type: "change", seq: 5, digest: "e", events: [], now: 1, view: {} });
  assert.equal(heard.length, 1);
});

test("messages of a kind this page does not know are left alone", () => {
  latest().says(welcome);
  latest().says({ type: "something_new", seq: 5 });
  assert.equal(link.state, "open");
});

test("a page in the background is not judged: it may be held up itself", () => {
  latest().says(welcome);
  hidden = true;
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(link.state, "open");
});

test("silence in the background is reason enough to connect at once when somebody looks", () => {
  latest().says(welcome);
  hidden = true;
  mock.timers.tick(60_000);
  hidden = false;
  link.check();
  assert.equal(FakeSocket.all.length, 2);
});

test("who looks again after a sleep gets a fresh connection, though no timer has run", () => {
  latest().says(welcome);
  time += 3_600_000;
  link.check();
  assert.equal(FakeSocket.all.length, 2);
  latest().says(welcome);
  assert.equal(link.state, "open");
});

test("who looks again soon only asks, and is not left waiting for a dead answer", () => {
  latest().says(welcome);
  latest().says({ type: "pong", id: "x", now: 5000 });
  const asked = latest().sent.length;
  link.check();
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(latest().sent.length, asked + 1);
  mock.timers.tick(5000);
  assert.equal(states.at(-1), "lost");
});

test("a lost connection is tried at once when somebody looks, and without long pauses from then on", () => {
  latest().says(welcome);
  for (let i = 0; i < 8; i += 1) {
    latest().breaks(1006);
    mock.timers.tick(10_000);
  }
  latest().breaks(1006);
  const before = FakeSocket.all.length;
  link.check();
  assert.equal(FakeSocket.all.length, before + 1);
  latest().breaks(1006);
  mock.timers.tick(400);
  assert.equal(FakeSocket.all.length, before + 2);
});

test("an attempt that hangs is given up in the background too", () => {
  hidden = true;
  mock.timers.tick(5000);
  mock.timers.tick(400);
  assert.equal(FakeSocket.all.length, 2);
});

test("what is unavailable is tried again with growing pauses, then told", async () => {
  latest().says(welcome);
  const outcome = link.send({ do: "hit", decision: 8 });
  const [{ id }] = moves(latest());
  for (let i = 0; i < 7; i += 1) {
    latest().says({ type: "error", id, code: "unavailable", message: "Try again." });
    mock.timers.tick(5000);
  }
  assert.equal(moves(latest()).length, 7);
  assert.deepEqual(new Set(moves(latest()).map((message) => message.id)), new Set([id]));
  assert.deepEqual(await outcome, { ok: false, code: "unavailable", message: "Try again." });
});

test("a welcome in the middle of a connection is heard, and nothing is sent again for it", () => {
  latest().says(welcome);
  link.send({ do: "hit", decision: 8 });
  const sent = latest().sent.length;
  latest().says({ ...welcome, seq: 9, missed: [] });
  assert.equal(latest().sent.length, sent);
  assert.equal(heard.length, 2);
  assert.deepEqual(states, ["open"]);
});
