/**
 * Has the service worker keep what this page needs, so that it opens without a connection; without https there is none.
 * @param {() => void} done it does from now on
 */
export async function keepOffline(done) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", done, { once: true });
  navigator.serviceWorker.startMessages();
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/score" });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    worker?.postMessage("keep");
  } catch {
    // No connection, or the browser keeps nothing: the page goes on for as long as it is open.
  }
}
