/** The longest time that the client waits by itself, in milliseconds. */
const longest = 60_000;

type Failed = { status: number; code: string; retry_after?: number | undefined };

/**
 * Returns whether a request that failed may be sent again. `is_safe` says that it changes nothing or has an idempotency key. A request that
 * was refused for its rate was not performed, so it may be repeated in any case.
 */
export function mayRepeat({ status, code, retry_after = 0 }: Failed, is_safe: boolean): boolean {
  if (retry_after * 1000 > longest) return false;
  if (status === 429) return true;
  return is_safe && ([0, 502, 503, 504].includes(status) || code === 'idempotency_key_in_progress');
}

/**
 * Returns how many milliseconds to wait after the failure number `failures`, from 1: half a second, doubled each time up to twenty, or the
 * time in `Retry-After` if that is longer. `random`, from 0 to 1, keeps clients that failed together from returning together.
 */
export function waitBefore(failures: number, retry_after = 0, random = Math.random()): number {
  const growing = Math.min(500 * 2 ** (failures - 1), 20_000) * (0.5 + random / 2);
  return Math.round(Math.max(growing, retry_after * 1000 * (1 + random / 10)));
}

/** Returns the seconds of a `Retry-After`, which is a number or a date (RFC 9110 §10.2.3); undefined if it is neither. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Waits, unless the signal ends the wait; then it throws the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
