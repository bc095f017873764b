import { setTimeout as sleep } from 'node:timers/promises';

/** How long anything in a test waits for what must happen: long enough for a busy machine. `PATIENCE_SECONDS` for a busier one. */
export const patienceSeconds = Number(process.env.PATIENCE_SECONDS ?? 120);

/**
 * Waits until `check` answers something, and returns it. Throws after `seconds`, naming `what` did not happen. Tests
 * keep to the common patience; only benchmarks, which do more, take their own.
 */
export async function until<Found>(
  what: string,
  check: () => Promise<Found | undefined | false>,
  seconds = patienceSeconds,
): Promise<Found> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(20);
  }
}
