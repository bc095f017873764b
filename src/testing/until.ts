import { setTimeout as sleep } from 'node:timers/promises';

/** The longest wait of a test, long enough for a busy machine. Set `PATIENCE_SECONDS` for a busier one. */
export const patienceSeconds = Number(process.env.PATIENCE_SECONDS ?? 120);

/**
 * Waits until `check` returns something, and returns it. Throws after `seconds`, saying that `what` did not happen. Tests keep the common
 * limit; only benchmarks, which do more, set their own.
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
