/** Lets the table tell of a turn while another page is in front. It keeps nothing and answers no request. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** Brings the table to the front, or opens it. @param {string} address */
async function show(address) {
  const open = await worker.clients.matchAll({ type: "window" });
  const table = open.find(({ url }) => url === address);
  await (table ? table.focus() : worker.clients.openWindow(address));
}
