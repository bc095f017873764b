/** How long a finger stays to mean more than a tap, as on phones. */
const held_ms = 450;
/** How far it may slip, in pixels. */
const slip = 10;

/** Calls `run` when a finger has stayed on the element. */
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
