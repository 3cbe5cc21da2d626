/** @import { GameEvent } from "./protocol.js" */
/** @import { Step } from "./animate.js" */

/** Natural lengths in milliseconds. */
const OWN_CARD_MS = 180;
const CARD_MS = 240;
const BADGE_MS = 160;
const FROST_MS = 300;
const SAVE_MS = 420;
const BUST_MS = 280;
const LIFT_MS = 300;
const STAGGER_MS = 60;
const FADE_MS = 120;
const EASING = "cubic-bezier(.2,.8,.2,1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing shall travel: the player asked for that, or nobody is looking. */
export function isStill() {
  return still.matches || document.hidden;
}

/**
 * @param {Element | null | undefined} element @param {Keyframe[]} frames @param {number} duration
 * @param {KeyframeAnimationOptions} [options]
 */
function play(element, frames, duration, options = {}) {
  element?.animate(frames, { duration, easing: EASING, ...options });
}

/**
 * The place where a card has just come to lie.
 * @param {Element} seat @param {Extract<GameEvent, { type: "dealt" }>} event
 */
function newest(seat, { to }) {
  if (to === "numbers" || to === "discard") return [...seat.querySelectorAll(".row > li:not(.slot)")].at(-1);
  if (to === "second_chance") return seat.querySelector(".mods > [data-extra^=second_chance]");
  const cards = seat.querySelectorAll(to === "choice" ? ".mods > .held" : ".mods > :not(.held, .played)");
  return [...cards].at(-1);
}

/** Shows leaving things once more, on their way up and out. @param {(Element | null | undefined)[]} leaving */
function liftAway(leaving) {
  for (const element of leaving) {
    if (!element) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    ghost.classList.add("ghost-card");
    ghost.setAttribute("aria-hidden", "true");
    for (const [name, px] of Object.entries({ left, top, width, height })) ghost.style.setProperty(name, `${px}px`);
    ghost.style.setProperty("--w", `${width}px`);
    element.closest("game-table")?.append(ghost);
    const away = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: "translateY(-14px)", opacity: 1, offset: 0.4 },
        { transform: "translateY(-40px) scale(.92)", opacity: 0 },
      ],
      { duration: SAVE_MS, easing: EASING },
    );
    away.onfinish = () => ghost.remove();
  }
}

/**
 * What must be seen before the table changes: things about to go.
 * @param {Step} step @param {(seat: number) => Element | null} seatAt
 */
export function moveOut({ event, pace }, seatAt) {
  if (event?.type !== "saved" || pace === 0 || isStill()) return;
  const seat = seatAt(event.seat);
  liftAway([
    [...(seat?.querySelectorAll(".row > li:not(.slot)") ?? [])].at(-1),
    seat?.querySelector(".mods > [data-extra^=second_chance]"),
  ]);
}

/**
 * How an event moves, by its kind. Only transform and opacity do.
 * @typedef {{ seat: Element, own: boolean, pace: number }} Scene
 * @type {{ [K in GameEvent["type"]]?: (scene: Scene, event: Extract<GameEvent, { type: K }>) => void }}
 */
const MOTIONS = {
  dealt: ({ seat, own, pace }, event) => {
    const from = own ? "translateY(-12px) scale(1.06)" : "perspective(300px) rotateY(88deg)";
    play(newest(seat, event), [{ transform: from }, { transform: "none" }], (own ? OWN_CARD_MS : CARD_MS) * pace);
  },
  busted: ({ seat, pace }) => {
    const shake = [0, -4, 4, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    play(seat, shake, BUST_MS * pace, { easing: "linear" });
  },
  stayed: ({ seat, pace }) => popBadge(seat, pace),
  frozen: ({ seat, pace }) => {
    popBadge(seat, pace);
    const frost = [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }];
    play(seat, frost, FROST_MS * pace, { pseudoElement: "::after" });
  },
  flip7: ({ seat }) => {
    const lift = [{ transform: "none" }, { transform: "translateY(-10px)" }, { transform: "none" }];
    seat
      .querySelectorAll(".row > li:not(.slot)")
      .forEach((place, i) => play(place, lift, LIFT_MS, { delay: i * STAGGER_MS }));
  },
};

/** @param {Element} seat @param {number} pace */
function popBadge(seat, pace) {
  const pop = [{ transform: "scale(.8)" }, { transform: "scale(1.06)" }, { transform: "none" }];
  play(seat.querySelector(".badge"), pop, BADGE_MS * pace);
}

/**
 * The motion of one event, on a table that shows its outcome already.
 * @param {Step} step @param {(seat: number) => Element | null} seatAt @param {number | null} me
 */
export function moveIn({ event, pace }, seatAt, me) {
  if (!event || !("seat" in event) || event.seat === null) return;
  const seat = seatAt(event.seat);
  if (!seat) return;
  if (pace > 0 && !isStill()) {
    const move = /** @type {((scene: Scene, event: GameEvent) => void) | undefined} */ (MOTIONS[event.type]);
    move?.({ seat, own: event.seat === me, pace }, event);
  } else if (event.type === "dealt" && !document.hidden) {
    play(newest(seat, event), [{ opacity: 0 }, { opacity: 1 }], FADE_MS);
  }
}
