import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 40rem)');

/** Returns true if the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(draw: () => void): () => void {
  narrow.addEventListener('change', draw);
  return () => narrow.removeEventListener('change', draw);
}
