import { choose } from "./settings.js";

/** Whether this browser can show notifications here; without https it cannot. */
export function canNotify() {
  return "Notification" in window && "serviceWorker" in navigator;
}

/** Asks for the permission, where that is still open. @returns {Promise<boolean>} whether notifications may be shown */
async function isAllowed() {
  const { permission } = Notification;
  return (permission === "default" ? await Notification.requestPermission() : permission) === "granted";
}

/**
 * Sets whether the player is notified of a turn.
 * @param {boolean} on
 * @returns {Promise<boolean>} false where the browser does not allow it
 */
export async function wantNotices(on) {
  const allowed = !on || (await isAllowed());
  if (allowed) choose("notify", on);
  return allowed;
}

/** The service worker's registration once it can show something; null where nothing may be shown. */
async function registered() {
  if (!canNotify() || Notification.permission !== "granted") return null;
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

/** The one notification of a room: it stands while its player is wanted and does not look. */
export class TurnNotice {
  #shown = false;
  /** What was asked for last is done first. */
  #last = Promise.resolve();

  /** @param {string} code the room's */
  constructor(code) {
    this.tag = `flip7-${code}`;
  }

  /** @param {{ title: string, body: string } | null} wanted */
  show(wanted) {
    if ((wanted !== null) === this.#shown) return;
    this.#shown = wanted !== null;
    this.#last = this.#last.then(() => (wanted ? this.#open(wanted) : this.#close())).catch(() => {
      this.#shown = false; // refused meanwhile; the next turn tries anew
    });
  }

  /** @param {{ title: string, body: string }} words */
  async #open({ title, body }) {
    const registration = await registered();
    const icon = "/static/img/icon-192.png";
    await registration?.showNotification(title, { body, icon, badge: icon, tag: this.tag, data: location.href });
  }

  async #close() {
    const registration = await registered();
    const shown = (await registration?.getNotifications({ tag: this.tag })) ?? [];
    for (const notification of shown) notification.close();
  }
}
