/** @import { Share } from "./keeper.js" */
import { canShare, copyText, share } from "../copy.js";
import { el, say } from "../dom.js";
import { fill } from "../phrase.js";
import { button } from "./setup.js";
import { SAID } from "./words.js";

/** How others get to see the scores: the link, and the same as a QR code. @param {Share} share @param {string} time how long it lasts */
export function showInvite({ code, url }, time) {
  const title = el("h2", { id: "invite-title" }, SAID.share_title);
  const qr = el("img", { class: "qr", src: `/score/${code}/qr.svg`, alt: SAID.qr, width: "200", height: "200" });
  const link = el("textarea", { readonly: true, rows: "2", "aria-label": SAID.link });
  link.value = url;
  const told = el("p", { role: "status", class: "quiet" });
  const copy = button("btn primary", SAID.copy, async () => {
    const copied = await copyText(url);
    say(told, copied ? SAID.copied : SAID.by_hand);
    if (!copied) link.select();
  });
  const close = el("button", { class: "chip" }, SAID.close);
  const head = el("form", { method: "dialog", class: "head" }, title, close);
  const note = el("p", {}, fill(SAID.share_note, { time }));
  const dialog = el("dialog", { "aria-labelledby": title.id, class: "invite" }, head, note, qr, el("div", { class: "field" }, link), told, copy);
  if (canShare()) dialog.append(button("btn second", SAID.share_text, () => share({ title: SAID.share_text, url })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
