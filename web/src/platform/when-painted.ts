import { startTransition, useEffect, useState } from 'react';

/** For how long the browser may be busy with something else before it does what can wait. */
const mostMilliseconds = 300;

// Safari has no idle time to offer.
const later: (act: () => void) => void =
  'requestIdleCallback' in globalThis
    ? act => void requestIdleCallback(act, { timeout: mostMilliseconds })
    : act => void setTimeout(act);

/** Calls `act` when what is on the screen has been painted and nobody waits for anything else. Returns how to stop it. */
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

/** Calls `act` right after the next frame is painted, so that the frame need not wait for it; at once if nothing is painted. */
export function afterPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** False until everything else on the screen has been painted. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
