/** @import { RoomModel, Wish } from "./act.js" */
/** @import { Change, Command, LoggedChange, View, Welcome } from "./protocol.js" */
/** @import { Outcome } from "./socket.js" */
import { isMoot } from "./act.js";
import { clock } from "./clock.js";
import { actingSeat, signed } from "./device.js";
import { GameTable } from "./elements/game-table.js";
import { RoomJoin } from "./elements/room-join.js";
import { RoomLobby } from "./elements/room-lobby.js";
import { RoomNotice } from "./elements/room-notice.js";
import { TableBanner } from "./elements/table-banner.js";
import { playerName } from "./player-name.js";
import { refusalText } from "./refusals.js";
import { ownDecision } from "./seats.js";
import { SettingsDialog } from "./settings-dialog.js";
import { recallSettings } from "./settings.js";
import { Link } from "./socket.js";
import { History, Store, untold } from "./store.js";
import { TITLE } from "./text.js";

const room = /** @type {HTMLElement} */ (document.getElementById("room"));
const { code = "", url = "" } = room.dataset;
/** The welcome that came with the page: the table need not wait for the socket, which goes on from there. */
const embedded = document.getElementById("welcome")?.textContent;
const store = new Store();
const history = new History();
const banner = new TableBanner();
const player = playerName({
  known: () => (store.you.seat === null ? null : (store.view?.seats[store.you.seat]?.name ?? null)),
  rename: (name) => link.send({ do: "rename", name }),
});
/** @type {SettingsDialog | null} */
let settings = null;
/** @type {GameTable | RoomLobby | RoomJoin | null} */
let shown = null;

// The language asked for is kept; the address is for friends, who have their own.
if (document.cookie.includes("lang=")) window.history.replaceState(null, "", location.pathname);

const link = new Link({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/${code}${store.cursor}`,
  receive,
  changed: (state, reason) => {
    if (state === "ended") return end(reason ?? "");
    if (state === "lost" && !store.view) notice("unreached");
    banner.link = state;
    if (shown instanceof GameTable) shown.link = state;
  },
  pong: (sent, now) => {
    clock.pong(sent, now);
    if (shown instanceof GameTable) shown.slow = clock.slow;
  },
});

/** @param {Welcome | Change} message */
function receive(message) {
  const { view: before, seq } = store;
  clock.frame(message.now);
  const taken = store.take(message);
  if (taken === "gap") return link.connect();
  if (taken === "known" || !store.view) return;
  const missed = message.type === "welcome" ? untold(message, seq) : null;
  if (message.type === "change") history.add(message);
  else if (missed) missed.forEach((change) => history.add(change));
  else history.forget();
  show(store.view, before, message, missed);
}

/**
 * @param {View} view @param {View | null} before @param {Welcome | Change} message
 * @param {LoggedChange[] | null} missed
 */
function show(view, before, message, missed) {
  room.dataset.state = view.phase;
  const seat = actingSeat(store.you, view, null);
  const outdated = store.outdated && ownDecision(view, seat) === null;
  banner.update({ expires: view.expires_at, outdated, seated: seat !== null });
  if (view.phase === "lobby") {
    const Wanted = seat === null ? RoomJoin : RoomLobby;
    const element = shown instanceof Wanted ? shown : new Wanted();
    if (element !== shown) mount(element);
    element.model = /** @type {RoomModel} */ ({ view, you: store.you, code, url, clock });
    return;
  }
  const started = message.type === "change" && before !== null;
  if (!(shown instanceof GameTable)) {
    const table = new GameTable({ store, history, banner, code, url, view: started ? before : view });
    mount(table);
    if (!started) return table.fresh(null);
  }
  if (!(shown instanceof GameTable)) return;
  if (message.type === "change") shown.next(message);
  else shown.fresh(missed);
}

/** @param {GameTable | RoomLobby | RoomJoin} element */
function mount(element) {
  shown = element;
  if (element instanceof GameTable) room.replaceChildren(element);
  else room.replaceChildren(banner, element);
}

/** In place of the table: why there is none. @param {string} reason */
function notice(reason) {
  const page = new RoomNotice();
  page.setAttribute("reason", reason);
  room.replaceChildren(page);
}

/** @param {string} reason */
function end(reason) {
  shown = null;
  room.dataset.state = "ended";
  document.title = TITLE.plain;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  notice(reason);
}

/** A refusal in the words of this page. @param {Outcome} outcome @param {Command} command @returns {Outcome} */
function inOwnWords(outcome, command) {
  if (outcome.ok) return outcome;
  const { code, suggestion } = outcome;
  const name = "name" in command ? command.name : "";
  return { ...outcome, message: refusalText({ code, wish: command.do, name, suggestion }) };
}

/** Sends a command for whom it concerns of those who play at this browser. @param {Command} command @returns {Promise<Outcome>} */
async function send(command) {
  const me = shown instanceof GameTable ? shown.model.me : store.you.seat;
  const all = store.view ? signed(command, store.you, store.view, me) : [command];
  const outcomes = await Promise.all(all.map((one) => link.send(one)));
  return /** @type {Outcome} */ (outcomes.find(({ ok }) => !ok) ?? outcomes.at(-1));
}

room.addEventListener("act", async (event) => {
  const { command, answer } = /** @type {CustomEvent<Wish>} */ (event).detail;
  const outcome = inOwnWords(await send(command), command);
  if (outcome.ok) await store.reached(outcome.seq);
  answer(outcome);
  if (outcome.ok || shown instanceof RoomJoin) return;
  const refusal = { do: command.do, ...outcome };
  if (!isMoot(refusal)) shown?.refused(refusal);
});
room.addEventListener("open-panel", (event) => {
  if (/** @type {CustomEvent<string>} */ (event).detail !== "settings") return;
  settings ??= new SettingsDialog(player);
  settings.open();
});
room.addEventListener("joined", () => link.connect());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  link.check();
  if (shown instanceof GameTable) shown.render();
});
for (const change of ["online", "offline"]) addEventListener(change, () => link.check());
addEventListener("pageshow", (event) => event.persisted && link.connect());
addEventListener("storage", recallSettings);
// In a task of its own, so that a slow device can answer a touch between two.
setTimeout(() => {
  if (embedded && !store.view) receive(JSON.parse(embedded));
  link.connect();
});
