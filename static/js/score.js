/** @import { Game, Place } from "./score/game.js" */
/** @import { Told } from "./score/sharing.js" */
import { el, say } from "./dom.js";
import { Unseen } from "./guard.js";
import { fill } from "./phrase.js";
import { board } from "./score/board.js";
import { ScoreEntry } from "./score/entry.js";
import { addedHand, finished, hasPlace, nextPlace, rematch, scoreAt, withHand } from "./score/game.js";
import { readHand } from "./score/hand.js";
import { showInvite } from "./score/invite.js";
import { Keeper } from "./score/keeper.js";
import { watch } from "./score/live.js";
import { keepOffline } from "./score/offline.js";
import { button, ScoreSetup } from "./score/setup.js";
import { Sharing } from "./score/sharing.js";
import { headline, SAID, tookText } from "./score/words.js";

const main = /** @type {HTMLElement} */ (document.querySelector("#score"));
const told = /** @type {HTMLElement} */ (document.querySelector("#told"));
const unkept = /** @type {HTMLElement} */ (document.querySelector("#unkept"));
const { code = "", time = "" } = main.dataset;

const keeper = new Keeper();
const sharing = new Sharing(keeper, tellShare);
const entry = new ScoreEntry({ put, back: goBack });
const standing = el("div", { class: "stands" });
/** Other tabs wait: other players are typed in, or this tab is about to show what it has just done. */
let isBusy = false;
/** Whose hand is asked for. @type {{ place: Place, who: string, isKnown: boolean } | null} */
let asked = null;
/** The game as the page shows it. @type {Game | null} */
let shown = null;
/** What was put in of a hand before another one was opened to change it. @type {{ place: Place, who: string, hand: string } | null} */
let draft = null;

/** @param {...Node} parts of the page */
function show(...parts) {
  asked = null;
  draft = null;
  main.classList.remove("playing");
  main.replaceChildren(...parts);
  main.after(told);
  scrollTo(0, 0);
  main.querySelector("h1")?.focus({ preventScroll: true });
}

/** The game as it stands, or who is to play. @param {{ hand?: string | null, said?: string[] }} [from] what is proposed, and what was done last */
function showAll({ hand = null, said = [] } = {}) {
  isBusy = false;
  const { game } = keeper;
  shown = game;
  if (!game) return showSetup(null);
  const next = nextPlace(game);
  if (next) ask(game, next, { hand: hand ?? begun(draft, game, next), said });
  else showOver(game);
}

/** What was put in of this hand, if it was of this one: another tab may have put it in meanwhile. @param {typeof draft} from @param {Game} game @param {Place} place */
function begun(from, game, { round, seat }) {
  if (from?.place.round !== round || from.place.seat !== seat || from.who !== game.players[seat]) return null;
  return from.hand;
}

/** @param {Game | null} former whose players are proposed */
function showSetup(former) {
  const start = (/** @type {Game} */ game) => {
    keeper.put(game);
    showAll();
  };
  isBusy = true;
  show(el("h1", { tabindex: "-1" }, SAID.heading), el("p", { class: "lede" }, SAID.lede), new ScoreSetup(former, start, former && (() => showAll())));
}

/** @param {Game} game that is won, or has all the rounds it can have */
function showOver(game) {
  const unseen = new Unseen();
  const again = button("btn primary", SAID.rematch, (click) => {
    if (!unseen.blocks(click)) keeper.put(rematch(game));
  });
  const foot = el("div", { class: "foot" }, again);
  if (keeper.canUndo) foot.prepend(button("btn second", SAID.undo, goBack));
  show(board(game, change), waysOf(game), foot);
  unseen.changes();
}

/** @param {Game} game */
function waysOf(game) {
  return el("div", { class: "ways" }, shareButton(game), button("chip", SAID.others, () => showSetup(game)));
}

/**
 * Where the game stands, and beside it the next hand: nothing is to be pressed before a round begins or when it ends.
 * @param {Game} game @param {Place} place @param {{ hand: string | null, said?: string[], isKnown?: boolean }} from
 */
function ask(game, place, { hand, said: [said = "", ...also] = [], isKnown = false }) {
  const who = game.players[place.seat] ?? "";
  const isOpen = standing.querySelector("details")?.open ?? false;
  standing.replaceChildren(board(game, change, place), waysOf(game));
  const details = standing.querySelector("details");
  if (details) details.open = isOpen;
  if (!main.contains(entry)) {
    main.classList.add("playing");
    main.replaceChildren(el("div", { class: "past" }, standing, told), entry);
    scrollTo(0, 0);
  }
  asked = { place, who, isKnown };
  if (!isKnown) draft = null;
  const back = isKnown ? SAID.cancel : keeper.canUndo ? SAID.undo : "";
  entry.ask({ game, place, hand, isKnown, back, said, also: [...also, fill(SAID.next, { who })].join(", ") });
  entry.focusStart();
}

/** A hand that is known already is asked for again. @param {Place} place */
function change(place) {
  const { game } = keeper;
  if (!game) return;
  if (asked && !asked.isKnown && entry.isTouched) draft = { ...asked, hand: entry.text };
  ask(game, place, { hand: game.hands[place.round]?.[place.seat] ?? null, isKnown: true });
}

/** Keeps what is put in so far of the hand that comes next: browsers drop pages that nobody looks at. */
function keepBegun() {
  const { game } = keeper;
  const next = game && nextPlace(game);
  const from = asked && !asked.isKnown ? { ...asked, hand: entry.text } : draft;
  if (next) keeper.keepBegun(begun(from, game, next) ?? "");
}

/** @param {string} hand of whoever was asked; it takes the place of none that another tab has put in meanwhile */
function put(hand) {
  const { game } = keeper;
  if (!game || !asked || !hasPlace(game, asked.place, asked.who)) return showAll();
  const { place, who, isKnown } = asked;
  if (!isKnown && scoreAt(game, place) !== null) return showAll();
  const after = withHand(game, place, hand);
  const isRoundOver = finished(after) > finished(game);
  isBusy = true;
  keeper.put(after);
  const said = tookText(who, readHand(hand));
  showAll({ said: isRoundOver ? [said, headline(after)] : [said] });
  if (isRoundOver) scrollTo(0, 0);
}

/** One step back; a hand that it takes away is asked for again. From a change it only leads back to the game. */
function goBack() {
  if (asked?.isKnown) return showAll();
  const { game: after } = keeper;
  isBusy = true;
  keeper.undo();
  const { game } = keeper;
  showAll({ hand: game && after && addedHand(game, after) });
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

/** Shows a game that has changed elsewhere, unless something is being put in here. */
function showNews() {
  const waits = isBusy || (asked !== null && entry.isTouched);
  if (!waits && JSON.stringify(keeper.game) !== JSON.stringify(shown)) showAll();
}

/** Says what the browser does with the game; `kept` is what to say of it where that is kept. @param {string} kept */
function tellKept(kept) {
  say(unkept, keeper.isKept ? "" : SAID.not_kept);
  say(told, keeper.isKept ? kept : "");
}

keeper.onChange = () => {
  tellKept(told.textContent ?? "");
  sharing.push();
  showNews();
};

if (code) watch(main, told, code);
else {
  addEventListener("storage", (event) => {
    if (keeper.reread(event)) showNews();
  });
  addEventListener("online", () => sharing.push());
  document.addEventListener("visibilitychange", () => document.hidden && keepBegun());
  showAll({ hand: keeper.begun });
  sharing.push();
  keeper.keep();
  tellKept(SAID.kept);
  keepOffline(() => tellKept(SAID.offline));
}
