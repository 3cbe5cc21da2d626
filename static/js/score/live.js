/** @import { Game } from "./game.js" */
import { el, say } from "../dom.js";
import { board } from "./board.js";
import { headline, SAID } from "./words.js";

const EVERY_MS = 2000;

/** Shows scores that somebody shares, as they are, for as long as anybody looks. @param {HTMLElement} main @param {HTMLElement} told @param {string} code */
export function watch(main, told, code) {
  const shown = el("div", { class: "live" });
  const spoken = el("p", { class: "sr", role: "status" });
  main.replaceChildren(spoken, shown);
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
      const { game } = await answer.json();
      show(shown, game);
      say(spoken, headline(game));
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

/** What is open stays open. @param {HTMLElement} shown @param {Game} game */
function show(shown, game) {
  const isOpen = shown.querySelector("details")?.open ?? false;
  shown.replaceChildren(board(game, null));
  const details = shown.querySelector("details");
  if (details) details.open = isOpen;
}
