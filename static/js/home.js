/** @import { BotLevel, Rules } from "./protocol.js" */
import { ApiError, createRoom, readRoom } from "./api.js";
import { attemptAt, attempts, CHALLENGE, GOAL, today } from "./challenge.js";
import { readCode, showCode } from "./codes.js";
import { say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { fill } from "./phrase.js";
import { playerName } from "./player-name.js";
import { refusalText } from "./refusals.js";
import { SettingsDialog } from "./settings-dialog.js";
import { recallSettings } from "./settings.js";
import { DEFAULT_NAME, HOME } from "./text-lobby.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".home"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("#by-code"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("button"));
const daily = /** @type {HTMLButtonElement} */ (document.querySelector("#daily"));
const played = /** @type {HTMLElement} */ (document.querySelector("#played"));
const startProblem = /** @type {HTMLElement} */ (document.querySelector("#start-problem"));
const codeProblem = /** @type {HTMLElement} */ (document.querySelector("#code-problem"));
const status = /** @type {HTMLElement} */ (document.querySelector("#status"));

const levels = /** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll("input[name=level]"));

/** @param {boolean} waits */
function setWaiting(waits) {
  for (const button of buttons) button.setAttribute("aria-disabled", String(waits));
  say(status, waits ? HOME.dealing : "");
}

const isWaiting = () => buttons[0]?.getAttribute("aria-disabled") === "true";

/** @param {string} code */
function open(code) {
  location.assign(`/r/${code}`);
}

/**
 * Do one thing that ends at a table; a failure is told in `problem` and everything can be pressed again.
 * @param {() => Promise<string>} find gives the code of the room to go to
 * @param {HTMLElement} problem
 */
async function go(find, problem) {
  if (isWaiting()) return;
  setWaiting(true);
  tellCodeProblem("");
  say(startProblem, "");
  try {
    open(await find());
  } catch (error) {
    setWaiting(false);
    const text = error instanceof ApiError ? error.message : refusalText({ code: "unavailable", wish: "find" });
    if (problem === codeProblem) tellCodeProblem(text);
    else say(problem, text);
  }
}

/** @param {string} text empty: nothing is wrong */
function tellCodeProblem(text) {
  say(codeProblem, text);
  input.setAttribute("aria-invalid", String(text !== ""));
  if (text !== "") input.focus();
}

/** How well the bots are to play. */
const chosenLevel = () => /** @type {BotLevel} */ ([...levels].find((level) => level.checked)?.value ?? "normal");

/** @param {{ seats: number, bots?: number, level?: BotLevel, start?: boolean, rules?: Partial<Rules>, daily?: boolean }} wish */
async function newRoom(wish) {
  const room = await createRoom({ name: recall("name") ?? DEFAULT_NAME, ...wish });
  return room.code;
}

/** The room of today's challenge: the one this browser plays it in, or a new one. */
async function dailyRoom() {
  const day = today(Date.now());
  const [begun, code = ""] = (recall("daily") ?? "").split(" ");
  if (begun === day && (await readRoom(code).catch(() => null))) return code;
  const fresh = await newRoom({ ...ALONE, daily: true });
  remember("daily", `${day} ${fresh}`);
  return fresh;
}

/** What counts is the first attempt of a day; then there is none until the next one. */
function showPlayed() {
  const done = attemptAt(attempts(), today(Date.now()));
  daily.hidden = done !== null;
  played.hidden = done === null;
  say(played, done ? fill(CHALLENGE.played, { total: done.total, points: GOAL.points }) : "");
}

async function findRoom() {
  const code = readCode(input.value);
  if (code === null) throw new ApiError("bad_code", refusalText({ code: "bad_code", wish: "find" }));
  input.value = showCode(code);
  await readRoom(code);
  return code;
}

document.querySelector("#with-bots")?.addEventListener("click", () => {
  go(() => newRoom({ seats: 4, bots: 3, level: chosenLevel(), start: true }), startProblem);
});
document.querySelector("#with-friends")?.addEventListener("click", () => {
  go(() => newRoom({ seats: 4 }), startProblem);
});
const ALONE = { seats: 1, rules: { preset: /** @type {const} */ ("challenge") }, start: true };
document.querySelector("#challenge")?.addEventListener("click", () => {
  go(() => newRoom(ALONE), startProblem);
});
daily.addEventListener("click", () => {
  go(dailyRoom, startProblem);
});
const settings = new SettingsDialog(playerName());
document.querySelector("#open-settings")?.addEventListener("click", () => settings.open());
addEventListener("storage", recallSettings);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(findRoom, codeProblem);
});
input.addEventListener("input", () => tellCodeProblem(""));
const lastLevel = recall("level") ?? chosenLevel();
for (const level of levels) {
  level.checked = level.value === lastLevel;
  level.addEventListener("change", () => remember("level", level.value));
}

// Coming back by the browser's Back button finds the page as it was left: waiting.
addEventListener("pageshow", () => {
  setWaiting(false);
  showPlayed();
});
// A page that is left open finds another day.
document.addEventListener("visibilitychange", showPlayed);
