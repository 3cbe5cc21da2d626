/** @import { Step } from "./animate.js" */
/** @import { Place } from "./air.js" */
/** @import { GameEvent } from "./protocol.js" */
/** @import { Stage } from "./stage.js" */
import { displaced, EASING, middleOf, placeOf } from "./air.js";
import { isNumber } from "./cards.js";
import { cheer } from "./cheer.js";
import { card } from "./elements/cards-row.js";
import { fill } from "./phrase.js";
import { duplicateAt, isYou, nameOf } from "./seats.js";
import { copyOf, faceIn, newest, numbersOf, slotOf } from "./stage.js";
import { LOG } from "./text-log.js";

/** Natural lengths in milliseconds. */
const OWN_CARD_MS = 180;
const CARD_MS = 240;
const TRAY_MS = 300;
const BADGE_MS = 160;
const FROST_MS = 300;
const HANDED_MS = 260;
const SAVE_MS = 420;
const BUST_MS = 280;
const LIFT_MS = 300;
const STAGGER_MS = 60;
const FADE_MS = 120;

const SHAKE = [0, -4, 4, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
const POP = [{ transform: "scale(.8)" }, { transform: "scale(1.06)" }, { transform: "none" }];
const LIFT = [{ transform: "none" }, { transform: "translateY(-10px)" }, { transform: "none" }];
const LOWER = [{ transform: "translateY(-12px) scale(1.06)" }, { transform: "none" }];
const TURN = [{ transform: "perspective(300px) rotateY(88deg)" }, { transform: "none" }];
const OUT_OF_SIGHT = [{ opacity: 0 }, { opacity: 0 }];
const FADE = [{ opacity: 0 }, { opacity: 1 }];

/**
 * @typedef {{ seat: Element, own: boolean, pace: number, step: Step, me: number | null, stage: Stage }} Scene
 * @typedef {() => void} Moves what begins once the table shows the outcome
 */

/**
 * A card comes to lie where `item` is: an own one at once in full view, another's from the deck, back first.
 * @param {Scene} scene @param {Element | null | undefined} item @param {Place | null} from @param {Place | null} to
 */
function arrive({ own, pace, stage }, item, from, to) {
  if (own) return stage.air.move(item, LOWER, { duration: OWN_CARD_MS * pace });
  const face = copyOf(faceIn(item));
  if (!face || !from || !to) return stage.air.move(item, TURN, { duration: CARD_MS * pace });
  const both = document.createElement("span");
  both.className = "turning";
  both.append(face, card("back", "full"));
  stage.air.move(item, OUT_OF_SIGHT, { duration: CARD_MS * pace });
  const way = [{ transform: displaced(to, from) }, { transform: "none" }];
  stage.air.fly(both, to, way, { duration: CARD_MS * pace });
  stage.air.move(both, [{ transform: "rotateY(180deg)" }, { transform: "none" }], { duration: CARD_MS * pace });
}

/**
 * A card that was looked at in the tray goes on to its seat.
 * @param {Scene} scene @param {Element | null | undefined} item @param {Place} from @param {Place | null} to
 */
function goOn({ pace, stage }, item, from, to) {
  const timing = { duration: (TRAY_MS + CARD_MS) * pace };
  const face = copyOf(faceIn(item));
  stage.air.move(item, OUT_OF_SIGHT, timing);
  if (!face || !to) return;
  const transform = displaced(to, from);
  const offset = TRAY_MS / (TRAY_MS + CARD_MS);
  const way = [
    { transform, opacity: 0 },
    { transform, opacity: 0, offset },
    { transform, opacity: 1, offset, easing: EASING },
    { transform: "none", opacity: 1 },
  ];
  stage.air.fly(face, to, way, { ...timing, easing: "linear" });
}

/**
 * Things leave for the discard pile together, with a little leap.
 * @param {Scene} scene @param {(Element | null | undefined)[]} faces @param {number} ms
 * @returns {Moves}
 */
function leave({ pace, stage }, faces, ms) {
  const { discard } = stage;
  const leaving = faces.flatMap((face) => {
    const home = placeOf(face);
    const copy = copyOf(face ?? null);
    return copy && home ? [{ copy, home }] : [];
  });
  return () => {
    for (const { copy, home } of leaving) {
      const end = discard ? displaced(home, discard) : "translateY(-40px) scale(.92)";
      const way = [
        { transform: "none", opacity: 1 },
        { transform: "translateY(-14px) scale(1.05)", opacity: 1, offset: 0.4 },
        { transform: end, opacity: discard ? 0.5 : 0 },
      ];
      stage.air.fly(copy, home, way, { duration: ms * pace });
    }
  };
}

/**
 * An action card goes from the hand that plays it to its target.
 * @param {Scene} scene @param {number} by the seat that plays it @param {Element | null} target
 * @returns {Moves}
 */
function hand({ pace, stage }, by, target) {
  const giver = stage.seatAt(by);
  const face = [".mods > .held > flip-card", ".prompt flip-card"]
    .map((selector) => giver?.querySelector(selector) ?? null)
    .find((shown) => placeOf(shown));
  const copy = copyOf(face ?? null);
  const home = placeOf(face);
  const row = placeOf(target?.querySelector(".row"));
  if (!copy || !home || !row || giver === target) return () => {};
  const there = displaced(home, middleOf(row, home));
  const way = [
    { transform: "none", opacity: 1 },
    { transform: `${there} scale(1.1)`, opacity: 1, offset: 0.75 },
    { transform: there, opacity: 0 },
  ];
  return () => stage.air.fly(copy, home, way, { duration: HANDED_MS * pace });
}

/** @param {Scene} scene */
function popBadge({ seat, pace, stage }) {
  stage.air.move(seat.querySelector(".badge"), POP, { duration: BADGE_MS * pace });
}

/**
 * How an event moves, by its kind: measures at once, and moves when the table shows the outcome.
 * @type {{ [K in GameEvent["type"]]?: (scene: Scene, event: Extract<GameEvent, { type: K }>) => Moves }}
 */
const MOTIONS = {
  dealt: (scene, event) => {
    const { seat, stage, step } = scene;
    const { deck } = stage;
    const slot = slotOf(seat);
    const nth = event.cause === "flip_three" ? (step.after.flip_three?.cards.length ?? 0) - 1 : -1;
    const tray = placeOf(stage.inTray(nth));
    // A card that busts is moved with its bust, in the same moment.
    const busts = event.to === "numbers" && duplicateAt(step.after.seats[event.seat]?.numbers ?? []) >= 0;
    return () => {
      if (tray) arrive(scene, stage.inTray(nth), deck, tray);
      if (busts || event.to === "set_aside") return;
      const item = newest(seat, event);
      const to = isNumber(event.card) ? slot : null;
      if (tray) goOn(scene, item, tray, to);
      else arrive(scene, item, deck, to);
    };
  },
  busted: (scene, event) => {
    const { seat, pace, stage, step } = scene;
    const three = step.before.flip_three?.seat === event.seat ? step.before.flip_three : null;
    const tray = three ? placeOf(stage.inTray(three.cards.length - 1)) : null;
    const { deck } = stage;
    const place = placeOf(faceIn(numbersOf(seat).at(-1)));
    return () => {
      const item = numbersOf(seat).at(-1);
      if (tray) goOn(scene, item, tray, place);
      else arrive(scene, item, deck, place);
      const delay = tray ? (TRAY_MS + CARD_MS) * pace : (CARD_MS / 2) * pace;
      stage.air.move(seat, SHAKE, { delay, duration: BUST_MS * pace, easing: "linear" });
      popBadge(scene);
    };
  },
  saved: (scene) => {
    const { seat } = scene;
    const chance = faceIn(seat.querySelector(".mods > [data-extra^=second_chance]"));
    return leave(scene, [faceIn(numbersOf(seat).at(-1)), chance], SAVE_MS);
  },
  discarded: (scene) => leave(scene, scene.stage.waiting, SAVE_MS),
  stayed: (scene) => () => popBadge(scene),
  frozen: (scene, { by }) => {
    const { seat, pace, stage } = scene;
    const handed = hand(scene, by, seat);
    return () => {
      handed();
      popBadge(scene);
      const timing = { delay: BADGE_MS * pace, duration: FROST_MS * pace, fill: /** @type {const} */ ("backwards") };
      stage.air.move(seat, [{ opacity: 0, offset: 0 }], { ...timing, pseudoElement: "::after" });
    };
  },
  flip_three: (scene, { by }) => hand(scene, by, scene.seat),
  passed: (scene, { seat, to }) => hand(scene, seat, scene.stage.seatAt(to)),
  set_aside: ({ pace, stage }) => {
    return () => stage.air.move(stage.waiting.at(-1), POP, { duration: BADGE_MS * pace });
  },
  flip7: (scene, event) => {
    const { seat, pace, stage, step, me } = scene;
    const row = placeOf(seat.querySelector(".row"));
    const numbers = step.after.seats[event.seat]?.numbers ?? [];
    const wording = isYou(event.seat, me) ? LOG.flip7.you : LOG.flip7.other;
    return () => {
      popBadge(scene);
      numbersOf(seat).forEach((item, i) =>
        stage.air.move(item, LIFT, { duration: LIFT_MS * pace, delay: i * STAGGER_MS * pace }),
      );
      const delay = (LIFT_MS + (numbers.length - 1) * STAGGER_MS) * pace;
      cheer(stage.air, fill(wording, { who: nameOf(step.after, event.seat, me) }), numbers, row, { delay, pace });
    };
  },
};

/** What jumps fades: the newest card, or the badge of a seat that is out. @param {Scene} scene @param {GameEvent} event */
function fade({ seat, stage }, event) {
  const changed = event.type === "dealt" ? newest(seat, event) : seat.querySelector(".badge");
  stage.air.move(changed, FADE, { duration: FADE_MS });
}

/** Events that leave a mark even where nothing travels. @type {ReadonlySet<GameEvent["type"]>} */
const FADING = new Set(["dealt", "busted", "stayed", "frozen", "flip7"]);

/**
 * The motion of one event. To be asked for while the table still shows what was before; what is returned is to be
 * called once it shows the outcome.
 * @param {Stage} stage @param {Step} step @param {number | null} me
 * @returns {Moves}
 */
export function motionOf(stage, step, me) {
  const { event, pace } = step;
  const seat = event && "seat" in event && event.seat !== null ? stage.seatAt(event.seat) : null;
  if (!event || !seat) return () => {};
  const scene = { seat, own: "seat" in event && event.seat === me, pace, step, me, stage };
  if (pace === 0) return () => FADING.has(event.type) && fade(scene, event);
  const motion = /** @type {((scene: Scene, event: GameEvent) => Moves) | undefined} */ (MOTIONS[event.type]);
  return motion?.(scene, event) ?? (() => {});
}
