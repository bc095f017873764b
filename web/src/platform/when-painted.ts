import { startTransition, useEffect, useState } from 'react';

/** The longest wait for an idle browser. */
const mostMilliseconds = 300;

// Safari has no requestIdleCallback.
const later: (act: () => void) => void =
  'requestIdleCallback' in globalThis
    ? act => void requestIdleCallback(act, { timeout: mostMilliseconds })
    : act => void setTimeout(act);

/** Calls `act` once the screen has been painted and the browser is idle. Returns a function that cancels it. */
export function whenPainted(act: () => void): () => void {
  let is_stopped = false;
  const go = () => {
    if (!is_stopped) act();
  };
  requestAnimationFrame(() => requestAnimationFrame(() => later(go)));
  return () => {
    is_stopped = true;
  };
}

/** Calls `act` right after the next frame is painted, so that it does not delay the frame. Calls it at once if the page is hidden. */
export function afterPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** Returns false until the rest of the screen has been painted. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
