/**
 * A short remark for the player: why a button does nothing, that a text was copied. The table shows and speaks it.
 * @param {HTMLElement} element where it comes from @param {string} sentence
 */
export function tell(element, sentence) {
  element.dispatchEvent(new CustomEvent("tell", { bubbles: true, detail: sentence }));
}

/** @param {string} id @param {string} sentence */
function into(id, sentence) {
  const region = document.getElementById(id);
  if (!region) return;
  region.textContent = "";
  if (sentence) requestAnimationFrame(() => (region.textContent = sentence)); // the same sentence twice is two changes
}

/** Has a sentence read out when there is a pause. @param {string} sentence */
export const speak = (sentence) => into("status", sentence);

/** Has what happens at the table read out when there is a pause. @param {string} sentence */
export const tellEvents = (sentence) => into("events", sentence);

/** Has a sentence read out at once. @param {string} sentence */
export const alarm = (sentence) => into("alert", sentence);
