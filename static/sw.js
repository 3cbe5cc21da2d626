/**
 * Lets the table tell of a turn while another page is in front, and the score page open without a connection: registered
 * for that page it keeps its files, and answers with them where nobody else does. All other pages it leaves alone.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PAGE = "/score";
const KEPT = "score";
const NAMED = /(?:href|src)="(\/(?:built|static)\/[^"#]+)/g;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

if (new URL(worker.registration.scope).pathname === PAGE) {
  worker.addEventListener("message", (event) => event.waitUntil(keep(event.source)));
  worker.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    const { origin, pathname } = new URL(url);
    const isKept = pathname === PAGE || pathname.startsWith("/built/") || pathname.startsWith("/static/");
    if (method === "GET" && origin === worker.location.origin && isKept) event.respondWith(answer(event.request, pathname));
  });
}

/** Brings the table to the front, or opens it. @param {string} address */
async function show(address) {
  const open = await worker.clients.matchAll({ type: "window" });
  const table = open.find(({ url }) => url === address);
  await (table ? table.focus() : worker.clients.openWindow(address));
}

/** The score page as it is now, all that it names, and nothing from before. @param {{ postMessage(message: string): void } | null} client whoever wants that */
async function keep(client) {
  const page = await fetch(PAGE);
  if (!page.ok) return;
  const named = [...(await page.clone().text()).matchAll(NAMED)].map(([, address]) => address ?? "");
  const files = new Set(named);
  const cache = await caches.open(KEPT);
  await cache.addAll(files);
  await cache.put(PAGE, page);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !files.has(pathname)) await cache.delete(url);
  }
  client?.postMessage("kept");
}

/** A bundle's address says what it holds; anything else is asked for first. @param {Request} request @param {string} pathname */
async function answer(request, pathname) {
  const kept = await caches.match(pathname, { ignoreVary: true });
  if (kept && pathname.startsWith("/built/")) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}
