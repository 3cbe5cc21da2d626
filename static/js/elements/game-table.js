/** @import { Step } from "../animate.js" */
/** @import { Refusal } from "../act.js" */
/** @import { Change, Command, LoggedChange } from "../protocol.js" */
/** @import { LinkState } from "../socket.js" */
/** @import { StepView } from "../steps.js" */
/** @import { History, Store } from "../store.js" */
/** @import { TableModel } from "../seats.js" */
/** @import { TableBanner } from "./table-banner.js" */
import { TableAir } from "../air.js";
import { Player } from "../animate.js";
import { Attention } from "../attention.js";
import { actingSeat, isShared } from "../device.js";
import { el, onceShown } from "../dom.js";
import { isBusy } from "../keys.js";
import { LogKeeper } from "../log-keeper.js";
import { motionOf } from "../motion.js";
import { OddsKeeper } from "../odds.js";
import { hasMoreTime, isBig, isYou, ownDecision, share } from "../seats.js";
import { choose, onSettings, settings } from "../settings.js";
import { cycleSound, Sound } from "../sound.js";
import { choiceSpoken, promptSpoken, warningSpoken } from "../spoken.js";
import { Stage } from "../stage.js";
import { listenToKeys } from "../table-keys.js";
import { TableHints } from "../table-hints.js";
import { Targeting } from "../targeting.js";
import { alarm, speak } from "../tell.js";
import { tempo } from "../tempo.js";
import { ODDS, SETTINGS, TABLE } from "../text.js";
import { NOW_SECONDS } from "../clock.js";
import { RoomMenu } from "./room-menu.js";
import { RulesDialog } from "./rules-dialog.js";
import { SidePanel } from "./side-panel.js";
import { isMini, TableBoard } from "./table-board.js";
import { TableHeader } from "./table-header.js";
import { TablePages } from "./table-pages.js";
import { TableToast } from "./table-toast.js";
import { setTimer } from "./turn-timer.js";

/**
 * The table of a game under way. It is told what the server says and shows it; what a player does leaves it as `act`
 * (detail: the command without id), which also comes from the elements inside.
 */
export class GameTable extends HTMLElement {
  board = new TableBoard();
  side = new SidePanel();
  menu = new RoomMenu();
  rules = new RulesDialog();
  targeting = new Targeting();
  #header = new TableHeader();
  #pages = new TablePages();
  #toast = new TableToast();
  #air = new TableAir();
  #stage = new Stage(this, (seat) => this.board.seatAt(seat), this.#air);
  #hints = new TableHints({ table: this.board.hint, sheet: this.#pages.hint });
  /** The player's last touch was a key. */
  byKeyboard = false;
  #online = true;
  /** The game's record is on its way: what comes meanwhile adds to it, unless it is another history. */
  #reading = false;
  /** Whose page it is, of those who play at this browser. @type {number | null} */
  #me = null;
  /** The decision that was spoken last. */
  #spoken = -1;
  #now = 0;
  #stopKeys = () => {};
  #stopSettings = () => {};
  #sound = new Sound();

  /**
   * @param {{ store: Store, history: History, banner: TableBanner, code: string, url: string, view: StepView }} room
   *   `view`: where the story begins
   */
  constructor({ store, history, banner, code, url, view }) {
    super();
    this.store = store;
    this.history = history;
    this.banner = banner;
    this.#header.room = this.menu.room = this.rules.room = { code, url };
    this.player = new Player(view, (step) => this.#step(step), tempo);
    this.odds = new OddsKeeper(code, () => this.render());
    this.attention = new Attention(code);
    this.keeper = new LogKeeper(history, this.side.log, this.board.last, code);
  }

  connectedCallback() {
    if (!this.firstChild) this.#build();
    this.#stopKeys = listenToKeys(this);
    this.attention.start();
    this.#stopSettings = onSettings(() => this.render());
    document.addEventListener("visibilitychange", this.#seen);
  }

  disconnectedCallback() {
    this.#stopKeys();
    this.attention.stop();
    this.#stopSettings();
    document.removeEventListener("visibilitychange", this.#seen);
  }

  #seen = () => document.hidden && this.#catchUp();

  /** The table shows the truth, and whatever moves is there. */
  #catchUp() {
    this.player.finish();
    this.#air.land();
  }

  /**
   * The whole state anew, and what happened since the last one this page saw; null: that is not known.
   * @param {LoggedChange[] | null} missed
   */
  fresh(missed) {
    this.player.finish();
    const { view, me } = this.model;
    if (missed && this.history.complete) this.keeper.missed(missed, view, isYou(me, me) ? me : null);
    this.player.jump(this.truth);
    if (!this.history.complete && !(missed && this.#reading)) this.#readLog();
  }

  /** The next change. @param {Change} change */
  next(change) {
    this.#now = change.now;
    this.player.play(change.events, this.truth);
    this.render();
  }

  /** @param {LinkState} state */
  set link(state) {
    const online = state !== "lost";
    if (online === this.#online) return;
    this.#online = online;
    this.render();
  }

  /** @param {boolean} slow */
  set slow(slow) {
    this.#header.slow = this.menu.slow = slow;
  }

  /** The server did not do what was asked; watchers are told where they asked. @param {Refusal} refusal */
  refused(refusal) {
    if (refusal.do !== "take_over" || this.model.me !== null) this.#toast.show(refusal.message);
  }

  get truth() {
    if (!this.store.view) throw new Error("no view yet");
    return this.store.view;
  }

  get model() {
    const { truth, store, player } = this;
    const me = (this.#me = actingSeat(store.you, truth, this.#me));
    share(isShared(store.you));
    const moreTime = hasMoreTime(truth, me, this.history.events);
    return { view: player.view, truth, me, you: store.you, mini: isMini() || isBig(truth), moreTime };
  }

  /** Sends a player's own move: the table catches up with the truth first. @param {Command | null} command */
  play(command) {
    if (command) this.board.dock.send(command);
    this.render();
  }

  render() {
    const { model } = this;
    const { truth, me } = model;
    this.targeting.update(truth, me);
    this.#header.update(model);
    this.board.update(model, this.targeting, this.#online);
    this.menu.update(model);
    this.side.seated = me !== null;
    this.#pages.update(model, this.history.events);
    this.#showOdds(model);
    this.#hints.update(model, this.history.events, this.dataset.page ?? "");
    const own = ownDecision(truth, me);
    setTimer(this.rules.timer, own?.deadline ?? null, truth.rules.turn_seconds, null);
    this.rules.timer.hidden = !own?.deadline;
    this.attention.update(truth, me);
    this.#prompt();
  }

  #build() {
    const skip = el("a", { class: "skip", href: "#actions" }, TABLE.skip);
    this.board.dock.id = "actions";
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      this.board.focusActions();
    });
    this.append(
      skip,
      this.#header,
      this.banner,
      this.board,
      this.side,
      this.#pages,
      this.menu,
      this.rules,
      this.#air,
      this.#toast,
    );
    this.addEventListener("pick", (event) => {
      const { seat, click } = /** @type {CustomEvent<{ seat: number, click: MouseEvent }>} */ (event).detail;
      const command = this.targeting.click(seat, click);
      if (!command && click.detail === 0) speak(choiceSpoken(this.model, seat, this.targeting.selected === seat));
      this.play(command);
    });
    this.addEventListener("open-panel", (event) => this.openPanel(/** @type {CustomEvent<string>} */ (event).detail));
    this.addEventListener("show-sheet", () => this.#pages.showSheet());
    this.addEventListener("take-focus", () => this.board.focusActions(), { capture: true });
    this.addEventListener("page-changed", () => this.render());
    this.addEventListener("hint-read", () => this.readHint());
    this.addEventListener("tell", (event) => this.#toast.show(/** @type {CustomEvent<string>} */ (event).detail));
    this.addEventListener("warn", (event) => {
      const { seconds, more } = /** @type {CustomEvent<{ seconds: number, more: boolean }>} */ (event).detail;
      (seconds === NOW_SECONDS ? alarm : speak)(warningSpoken(seconds, more && settings.shortcuts));
      if (seconds === NOW_SECONDS) this.#sound.hurry();
    });
    this.addEventListener("act", () => this.#catchUp());
  }

  /** Puts the hint away that stands on the page, and gives back the focus it had. */
  readHint() {
    const focused = (document.activeElement?.closest("first-hint") ?? null) !== null;
    this.#hints.dismiss();
    this.render();
    if (focused) this.board.focusActions();
  }

  /** @param {string} panel */
  openPanel(panel) {
    if (panel === "log") this.side.toggle();
    else if (panel === "odds") this.#switchOdds();
    else if (panel === "sound") this.#toast.show(SETTINGS.sound[cycleSound()]);
    else if (panel === "rules") this.rules.open(this.truth.rules);
    else if (panel === "menu") this.menu.open();
  }

  /** Shows the odds, hides them where they are in sight. */
  #switchOdds() {
    if (!this.truth.rules.odds) return this.#toast.show(ODDS.forbidden);
    const away = settings.odds && this.side.reachable;
    choose("odds", !away);
    this.render();
    if (away) this.side.dropOdds();
    else this.side.revealOdds();
  }

  /** The odds belong to the cards on display: while these are on their way, the former ones stay. @param {TableModel} model */
  #showOdds(model) {
    const { truth, me } = model;
    const looking = settings.odds && truth.rules.odds;
    const inRound = truth.phase === "turn" || truth.phase === "target";
    if (looking && inRound) this.odds.want(this.store.seq);
    if (this.player.busy) return;
    const { odds } = this.odds;
    this.side.odds.hidden = !looking;
    this.side.odds.update(model, inRound ? odds : null);
    this.#header.odds(looking, inRound && me !== null ? (odds?.seats[me]?.bust ?? null) : null);
  }

  /** @param {Step} step */
  #step(step) {
    const { me } = this.model;
    const move = motionOf(this.#stage, step, me);
    this.keeper.step(step, isYou(me, me) ? me : null, this.#now);
    this.render();
    move();
    if (step.event) this.#sound.event(step.event, step.after, me);
    if (step.event?.type === "reacted" && this.menu.hears(step.event.seat)) {
      this.board.seatAt(step.event.seat)?.react(step.event.reaction);
    }
  }

  /** Speaks a decision that has just become the viewer's, and helps a keyboard there if it is nowhere. */
  #prompt() {
    const { truth, me } = this.model;
    const id = ownDecision(truth, me)?.id ?? -1;
    if (id === this.#spoken) return;
    if (this.#spoken === -1) this.#sound.turn();
    this.#spoken = id;
    if (id === -1) speak("");
    else onceShown(() => this.#spoken === id && speak(promptSpoken(truth, me)));
    const focus = document.activeElement;
    const mayJump = (settings.jump && !isBusy(focus)) || (this.byKeyboard && focus === document.body);
    if (id !== -1 && mayJump) this.board.focusActions();
  }

  async #readLog() {
    this.#reading = true;
    await this.keeper.load(() => {
      this.player.finish();
      const { me } = this.model;
      return { view: this.truth, me: isYou(me, me) ? me : null, seq: this.store.seq };
    });
    this.#reading = false;
    this.render();
  }
}

customElements.define("game-table", GameTable);
