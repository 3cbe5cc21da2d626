import { el, say } from "../dom.js";
import { board } from "./board.js";
import { SAID } from "./words.js";

const EVERY_MS = 2000;

/** Shows scores that somebody shares, as they are, for as long as anybody looks. @param {HTMLElement} main @param {HTMLElement} told @param {string} code */
export function watch(main, told, code) {
  let etag = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;
  const look = async () => {
    clearTimeout(next);
    if (document.hidden) return;
    const answer = await read(code, etag);
    if (answer?.status === 404) {
      say(told, SAID.live_ended);
      return;
    }
    if (answer?.ok) {
      etag = answer.headers.get("ETag") ?? "";
      show(main, (await answer.json()).game);
    }
    say(told, answer?.ok || answer?.status === 304 ? SAID.live : SAID.live_lost);
    next = setTimeout(look, EVERY_MS);
  };
  document.addEventListener("visibilitychange", look);
  look();
}

/** @param {string} code @param {string} etag of what is known @returns {Promise<Response | null>} null: no connection */
function read(code, etag) {
  /** @type {HeadersInit} */
  const headers = etag ? { "If-None-Match": etag } : {};
  return fetch(`/api/scores/${code}`, { headers, cache: "no-store" }).catch(() => null);
}

/** What is open stays open. @param {HTMLElement} main @param {import("./game.js").Game} game */
function show(main, game) {
  const isOpen = main.querySelector("details")?.open ?? false;
  const shown = board(game, null);
  const details = shown.querySelector("details");
  if (details) details.open = isOpen;
  main.replaceChildren(el("div", { class: "live" }, shown));
}
