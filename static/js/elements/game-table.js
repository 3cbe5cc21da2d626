/** @import { Step } from "../animate.js" */
/** @import { Refusal } from "../act.js" */
/** @import { Change, Command, LoggedChange } from "../protocol.js" */
/** @import { LinkState } from "../socket.js" */
/** @import { StepView } from "../steps.js" */
/** @import { History, Store } from "../store.js" */
/** @import { TableBanner } from "./table-banner.js" */
import { TableAir } from "../air.js";
import { Player } from "../animate.js";
import { Attention } from "../attention.js";
import { actingSeat, isShared } from "../device.js";
import { el } from "../dom.js";
import { LogKeeper } from "../log-keeper.js";
import { motionOf } from "../motion.js";
import { Prompter } from "../prompter.js";
import { hasMoreTime, isBig, ownDecision, share, tellerOf } from "../seats.js";
import { onSettings } from "../settings.js";
import { cycleSound, Sound } from "../sound.js";
import { choiceSpoken } from "../spoken.js";
import { Stage } from "../stage.js";
import { listenToKeys } from "../table-keys.js";
import { TableHints } from "../table-hints.js";
import { TableOdds } from "../table-odds.js";
import { Targeting } from "../targeting.js";
import { speak } from "../tell.js";
import { tempo } from "../tempo.js";
import { ODDS, SETTINGS, TABLE } from "../text.js";
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
  /** Whose page it is, of those who play at this browser. @type {number | null} */
  #me = null;
  #now = 0;
  #stopKeys = () => {};
  #stopSettings = () => {};
  #sound = new Sound();
  #prompter = new Prompter(this.#sound, () => this.board.focusActions());

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
    this.odds = new TableOdds(code, this.side, this.#header, () => this.render());
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
    if (missed && this.history.complete) this.keeper.missed(missed, view, tellerOf(me));
    this.player.jump(this.truth);
    if (!this.history.complete && !(missed && this.keeper.isReading)) this.#readLog();
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
    this.odds.update(model, this.store.seq, this.player.busy);
    this.#hints.update(model, this.history.events, this.dataset.page ?? "");
    const own = ownDecision(truth, me);
    setTimer(this.rules.timer, own?.deadline ?? null, truth.rules.turn_seconds, null);
    this.rules.timer.hidden = !own?.deadline;
    this.attention.update(truth, me);
    this.#prompter.update(truth, me, this.byKeyboard);
  }

  #build() {
    const skip = el("a", { class: "skip", href: "#actions" }, TABLE.skip);
    this.board.dock.id = "actions";
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      this.board.focusActions();
    });
    this.append(skip, this.#header, this.banner, this.board, this.side, this.#pages, this.menu, this.rules);
    this.append(this.#air, this.#toast);
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
      this.#prompter.warn(/** @type {CustomEvent<{ seconds: number, more: boolean }>} */ (event).detail);
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
    else if (panel === "odds") this.#toggleOdds();
    else if (panel === "sound") this.#toast.show(SETTINGS.sound[cycleSound()]);
    else if (panel === "rules") this.rules.open(this.truth.rules);
    else if (panel === "menu") this.menu.open();
  }

  #toggleOdds() {
    if (this.truth.rules.odds) this.odds.toggle();
    else this.#toast.show(ODDS.forbidden);
  }

  /** @param {Step} step */
  #step(step) {
    const { me } = this.model;
    const move = motionOf(this.#stage, step, me);
    this.keeper.step(step, tellerOf(me), this.#now);
    this.render();
    move();
    if (step.event) this.#sound.event(step.event, step.after, me);
    if (step.event?.type === "reacted" && this.menu.hears(step.event.seat)) {
      this.board.seatAt(step.event.seat)?.react(step.event.reaction);
    }
  }

  async #readLog() {
    await this.keeper.load(() => {
      this.player.finish();
      return { view: this.truth, me: tellerOf(this.model.me), seq: this.store.seq };
    });
    this.render();
  }
}

customElements.define("game-table", GameTable);
