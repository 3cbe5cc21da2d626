/** @import { Line } from "./announce.js" */
/** @import { Step } from "./animate.js" */
/** @import { GameLog, LastEvent } from "./elements/game-log.js" */
/** @import { LoggedChange, View } from "./protocol.js" */
/** @import { StepView } from "./steps.js" */
/** @import { History } from "./store.js" */
import { mayPass, readLog } from "./api.js";
import { EventSpeaker } from "./event-speaker.js";
import { plain } from "./phrase.js";
import { pause } from "./socket.js";
import { step } from "./steps.js";
import { Story } from "./story.js";

/** Keeps the log whole: tells what happens, what was missed during a break, and what was before this page came. */
export class LogKeeper {
  #story = new Story();
  #speaker = new EventSpeaker();
  /** The game's record is on its way: what comes meanwhile adds to it, unless it is another history. */
  isReading = false;

  /** @param {History} history @param {GameLog} log @param {LastEvent} last @param {string} code */
  constructor(history, log, last, code) {
    this.history = history;
    this.log = log;
    this.last = last;
    this.code = code;
  }

  /** One step of the table as it is shown. @param {Step} step @param {number | null} me @param {number} now */
  step({ event, before, after, previous }, me, now) {
    if (!event) return;
    if (event.type === "started") this.#replace([]);
    const line = this.#story.tell(event, { before, after, me, previous, now });
    if (!line) return;
    this.#add(line);
    this.#speaker.hear(event, plain(line.parts), me);
  }

  /**
   * What happened while the connection was gone. A game that began meanwhile has a log of its own.
   * @param {LoggedChange[]} missed @param {StepView} view before it @param {number | null} me
   */
  missed(missed, view, me) {
    const begin = missed.findLastIndex(({ events }) => events.some(({ type }) => type === "started"));
    const old = missed.slice(0, Math.max(begin, 0));
    if (begin >= 0) this.#replace([]);
    const before = old.flatMap(({ events }) => events).reduce(step, view);
    for (const line of this.#story.goOn(missed.slice(old.length), before, me)) this.#add(line);
  }

  /**
   * Reads the game's record and tells all of it. Trouble with that leaves the log as it is, and the game goes on.
   * @param {() => { view: View, me: number | null, seq: number }} now the state that all known changes lead to, once they
   *   are shown, and the last of them: the record may be ahead, and what comes after it is told when it comes
   * @param {(code: string) => Promise<{ changes: LoggedChange[] }>} read
   */
  async load(now, read = readLog) {
    this.isReading = true;
    const changes = await this.#record(read);
    this.isReading = false;
    if (!changes) return;
    const { view, me, seq } = now();
    this.history.replace(changes.filter((change) => change.seq <= seq));
    this.#story = new Story();
    this.#replace(this.#story.retell(this.history.changes, view, me));
  }

  /**
   * The record, asked for until it is here; null where asking again is of no use.
   * @param {(code: string) => Promise<{ changes: LoggedChange[] }>} read
   */
  async #record(read) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await read(this.code)).changes;
      } catch (error) {
        if (!mayPass(error)) return null;
      }
      await new Promise((go) => setTimeout(go, pause(attempt, Math.random())));
    }
  }

  /** @param {Line} line */
  #add(line) {
    this.log.add(line);
    this.last.show(line);
  }

  /** @param {Line[]} lines */
  #replace(lines) {
    this.log.replace(lines);
    const last = lines.at(-1);
    if (last) this.last.show(last);
  }
}
