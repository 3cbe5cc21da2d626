/** A click this soon after the finger has left is of the same finger: a screen reader may send both. */
const SAME_MS = 100;

/**
 * Calls `press` for every click, and for each finger as it leaves: those of a fast typist overlap, and browsers make no click
 * of fingers that do.
 * @param {HTMLElement} key @param {() => void} press
 */
export function onPress(key, press) {
  let left = -Infinity;
  key.addEventListener("click", ({ timeStamp }) => {
    if (timeStamp - left > SAME_MS) press();
  });
  key.addEventListener("pointerup", (event) => {
    if (event.pointerType !== "touch" || !isOn(key, event)) return;
    left = event.timeStamp;
    press();
  });
  // So the finger makes no click besides, not on what comes in this key's place either.
  key.addEventListener("touchend", (event) => {
    if (event.cancelable) event.preventDefault();
  });
}

/** @param {HTMLElement} key @param {PointerEvent} event */
function isOn(key, { clientX, clientY }) {
  const { left, right, top, bottom } = key.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
