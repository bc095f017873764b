/** A longer touch is more than a tap, as on phones. */
const held_ms = 450;
/** The distance in pixels that the finger may slip. */
const slip = 10;

/** Calls `run` after a long press on the element. */
export function whenHeld(dom: HTMLElement, run: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [x, y] = [0, 0];
  const stop = () => clearTimeout(timer);
  dom.addEventListener('pointerdown', event => {
    stop();
    if (event.pointerType !== 'touch') return;
    [x, y] = [event.clientX, event.clientY];
    timer = setTimeout(run, held_ms);
  });
  dom.addEventListener('pointermove', event => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > slip) stop();
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) dom.addEventListener(end, stop);
  // The browser's own menu would cover the form.
  dom.addEventListener('contextmenu', event => {
    if (event instanceof PointerEvent && event.pointerType === 'touch') event.preventDefault();
  });
}
