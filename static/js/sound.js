/** @import { GameEvent } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Tone } from "./sound-plan.js" */
/** @import { StepView } from "./steps.js" */
import { CHOICES, choose, settings } from "./settings.js";
import { HURRY, outweighs, SHAKES, soundOf, TURN, TURN_SHAKE } from "./sound-plan.js";

const MASTER_GAIN = 0.25;
const ATTACK_SECONDS = 0.004;
const SILENT = 0.0001;
/** A browser lets a page sound once somebody has pressed something there. */
const GESTURES = ["pointerup", "keydown"];

/** Plays tones by WebAudio; there is no context, and nothing is heard, before the first gesture. */
class Synthesizer {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {GainNode | null} */
  #master = null;

  constructor() {
    const wake = () => this.#wake();
    for (const gesture of GESTURES) document.addEventListener(gesture, wake, { capture: true, passive: true });
  }

  #wake() {
    if (!("AudioContext" in window) || settings.sound === "off") return;
    this.#context ??= new AudioContext();
    if (!this.#master) {
      this.#master = new GainNode(this.#context, { gain: MASTER_GAIN });
      this.#master.connect(this.#context.destination);
    }
    if (this.#context.state !== "running") this.#context.resume().catch(() => {});
  }

  /** @param {Tone[]} tones */
  play(tones) {
    const context = this.#context;
    if (!context || !this.#master || context.state !== "running") return;
    for (const tone of tones) this.#sound(context, this.#master, tone);
  }

  /** @param {AudioContext} context @param {GainNode} master @param {Tone} tone */
  #sound(context, master, { wave, hz, to, at, ms }) {
    const start = context.currentTime + at / 1000;
    const end = start + ms / 1000;
    const envelope = new GainNode(context, { gain: SILENT });
    envelope.gain.setValueAtTime(SILENT, start);
    envelope.gain.exponentialRampToValueAtTime(1, start + ATTACK_SECONDS);
    envelope.gain.exponentialRampToValueAtTime(SILENT, end);
    envelope.connect(master);
    const source = wave === "noise" ? noise(context, ms) : pitch(context, wave, [hz, to], [start, end]);
    source.connect(envelope);
    source.start(start);
    source.stop(end);
  }
}

/** @param {AudioContext} context @param {number} ms */
function noise(context, ms) {
  const buffer = context.createBuffer(1, Math.ceil((context.sampleRate * ms) / 1000), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}

/**
 * @param {AudioContext} context @param {OscillatorType} type
 * @param {[number, number]} hz where the pitch begins and ends @param {[number, number]} times in seconds
 */
function pitch(context, type, [hz, to], [start, end]) {
  const source = new OscillatorNode(context, { type, frequency: hz });
  source.frequency.setValueAtTime(hz, start);
  source.frequency.linearRampToValueAtTime(to, end);
  return source;
}

/** Browsers complain of a page that shakes before anybody has touched it. @param {number[]} pattern */
function shake(pattern) {
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** What the table sounds and feels like to its player. */
export class Sound {
  #voices = new Synthesizer();
  /** What is to be heard of the events of this moment. @type {{ event: GameEvent, after: StepView } | null} */
  #heaviest = null;

  /**
   * Something happened at the table; of what happens at once one thing is heard.
   * @param {GameEvent} event @param {StepView} after @param {number | null} me
   */
  event(event, after, me) {
    const pattern = SHAKES[event.type];
    if (pattern && "seat" in event && event.seat === me) shake(pattern);
    if (settings.sound !== "all" || document.hidden || soundOf(event, after).length === 0) return;
    if (this.#heaviest === null) queueMicrotask(() => this.#hear());
    if (this.#heaviest === null || outweighs(event.type, this.#heaviest.event.type)) this.#heaviest = { event, after };
  }

  #hear() {
    if (this.#heaviest) this.#voices.play(soundOf(this.#heaviest.event, this.#heaviest.after));
    this.#heaviest = null;
  }

  /** A decision has become the viewer's. */
  turn() {
    shake(TURN_SHAKE);
    if (settings.sound === "all" || (settings.sound === "chime" && document.hidden)) this.#voices.play(TURN);
  }

  /** Ten seconds are left for it. */
  hurry() {
    if (settings.sound !== "off") this.#voices.play(HURRY);
  }
}

/** The next way of sounding: off, the turn chime only, all. @returns {Settings["sound"]} */
export function cycleSound() {
  const { sound } = CHOICES;
  const next = sound[(sound.indexOf(settings.sound) + 1) % sound.length] ?? "off";
  choose("sound", next);
  return next;
}
