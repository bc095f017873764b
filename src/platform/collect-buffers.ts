import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let minor: (() => void) | undefined;

/**
 * Frees buffers that nobody uses any more, in a millisecond or two. They lie outside of V8's heap, which lets a hundred megabytes of
 * them pile up while bytes only pass through and little else is allocated. Call it once for some megabytes.
 */
export function collectBuffers(): void {
  minor ??= openMinor();
  minor();
}

function openMinor(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: (options: { type: 'minor' }) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => gc({ type: 'minor' });
}
