/** @import { Game, Place } from "./score/game.js" */
/** @import { Told } from "./score/sharing.js" */
import { el, say } from "./dom.js";
import { fill } from "./phrase.js";
import { board } from "./score/board.js";
import { ScoreEntry } from "./score/entry.js";
import { hasPlace, nextPlace, rematch, withHand } from "./score/game.js";
import { showInvite } from "./score/invite.js";
import { Keeper } from "./score/keeper.js";
import { watch } from "./score/live.js";
import { keepOffline } from "./score/offline.js";
import { button, ScoreSetup } from "./score/setup.js";
import { Sharing } from "./score/sharing.js";
import { SAID } from "./score/words.js";

const main = /** @type {HTMLElement} */ (document.querySelector("#score"));
const told = /** @type {HTMLElement} */ (document.querySelector("#told"));
const unkept = /** @type {HTMLElement} */ (document.querySelector("#unkept"));
const { code = "", time = "" } = main.dataset;

const keeper = new Keeper();
const sharing = new Sharing(keeper, tellShare);
/** Something is being tapped in: what happens in other tabs waits. */
let isTapping = false;

/** @param {...Node} parts of the page */
function show(...parts) {
  main.replaceChildren(...parts);
  scrollTo(0, 0);
  main.querySelector("h1")?.focus({ preventScroll: true });
}

/** The game as it stands, or who is to play. */
function showAll() {
  isTapping = false;
  const { game } = keeper;
  if (game) showBoard(game);
  else showSetup(null);
}

/** @param {Game | null} former whose players are proposed */
function showSetup(former) {
  const start = (/** @type {Game} */ game) => {
    keeper.put(game);
    showAll();
  };
  isTapping = true;
  show(el("h1", { tabindex: "-1" }, SAID.heading), el("p", { class: "lede" }, SAID.lede), new ScoreSetup(former, start, former && showAll));
}

/** @param {Game} game */
function showBoard(game) {
  const next = nextPlace(game);
  const ways = el("div", { class: "ways" }, shareButton(game), button("chip", SAID.others, () => showSetup(game)));
  if (keeper.canUndo) ways.prepend(button("chip", SAID.undo, () => keeper.undo()));
  const go = next ? button("btn primary", goOn(game, next), () => showEntry(next)) : button("btn primary", SAID.rematch, () => keeper.put(rematch(game)));
  show(board(game, showEntry), ways, el("div", { class: "foot" }, go));
}

/** @param {Game} game @param {Place} next */
function goOn(game, { round, seat }) {
  const hasBegun = game.hands.length > round;
  return hasBegun ? fill(SAID.go_on, { who: game.players[seat] ?? "" }) : fill(SAID.enter, { round: round + 1 });
}

/**
 * One player's hand, and then the next one's until the round is whole.
 * @param {Place} place @param {{ hand?: string | null, back?: (() => void) | null }} [from] `hand`: what is proposed
 */
function showEntry(place, from = {}) {
  const { game } = keeper;
  if (!game) return;
  const known = game.hands[place.round]?.[place.seat] ?? null;
  const who = game.players[place.seat];
  const put = (/** @type {string} */ hand) => {
    const present = keeper.game ?? game;
    if (!hasPlace(present, place, who)) return showAll();
    keeper.put(withHand(present, place, hand));
    const next = keeper.game && nextPlace(keeper.game);
    if (known === null && next?.round === place.round) showEntry(next, { back: () => takeBack(place, hand, who) });
    else showAll();
  };
  const { hand = known, back = null } = from;
  const entry = new ScoreEntry(game, place, hand, { put, leave: showAll, back });
  isTapping = true;
  show(entry);
  entry.focusStart();
}

/** The hand before was not right: it is asked for again. @param {Place} place @param {string} hand @param {string | undefined} who */
function takeBack(place, hand, who) {
  keeper.undo();
  if (keeper.game && hasPlace(keeper.game, place, who)) showEntry(place, { hand });
  else showAll();
}

/** @param {Game} game */
function shareButton(game) {
  const share = button("chip", SAID.share, async () => {
    if (share.ariaDisabled === "true") return;
    if (keeper.share && keeper.share.ends > Date.now()) return showInvite(keeper.share, time);
    share.setAttribute("aria-disabled", "true");
    const outcome = await sharing.begin(game);
    share.removeAttribute("aria-disabled");
    if (outcome === "sent" && keeper.share) showInvite(keeper.share, time);
    else say(told, outcome === "too_large" ? SAID.too_large : SAID.no_share);
  });
  return share;
}

/** @param {Told} outcome of sending a change */
function tellShare(outcome) {
  if (outcome !== "sent" || told.textContent === SAID.unsent) say(told, SAID[outcome]);
}

/** Says what the browser does with the game; `kept` is what to say of it where that is kept. @param {string} kept */
function tellKept(kept) {
  say(unkept, keeper.isKept ? "" : SAID.not_kept);
  say(told, keeper.isKept ? kept : "");
}

keeper.onChange = () => {
  tellKept(told.textContent ?? "");
  sharing.push();
  if (!isTapping) showAll();
};

if (code) watch(main, told, code);
else {
  addEventListener("storage", (event) => {
    if (keeper.reread(event) && !isTapping) showAll();
  });
  addEventListener("online", () => sharing.push());
  showAll();
  sharing.push();
  keeper.keep();
  tellKept(SAID.kept);
  keepOffline(() => tellKept(SAID.offline));
}
