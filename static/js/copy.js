/**
 * Puts a text on the clipboard; false where the browser will not have it. Pages without https have no clipboard:
 * there the old way is tried, through a marked field.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text);
  }
}

/** Whether the system has a sheet by which things are sent to others. */
export const canShare = () => "share" in navigator;

/** Opens that sheet. Closing it rejects too: there is nothing to tell of either. @param {ShareData} what */
export async function share(what) {
  await navigator.share(what).catch(() => undefined);
}

/** @param {string} text */
function copyMarked(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
