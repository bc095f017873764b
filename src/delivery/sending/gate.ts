import { type DomainLimits, limitOf } from './limits.ts';

/** Waits for a place among the hand-overs to the domain; undefined when `signal` was aborted before. Call what it returns to leave. */
export type Gate = (domain: string, signal: AbortSignal) => Promise<(() => void) | undefined>;

/** Keeps the hand-overs of this process that are under way at once to each receiving domain within its limit. */
export function openGate(limits: DomainLimits): Gate {
  const inside = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  return async (domain, signal) => {
    const limit = limitOf(limits, domain);
    if (limit === Number.POSITIVE_INFINITY) return () => {};
    while (!signal.aborted && (inside.get(domain) ?? 0) >= limit) await room(domain, signal);
    if (signal.aborted) {
      wakeNext(domain); // the place that woke us may be free for another
      return undefined;
    }
    inside.set(domain, (inside.get(domain) ?? 0) + 1);
    return () => leave(domain);
  };

  function room(domain: string, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const queue = waiting.get(domain) ?? new Set();
      waiting.set(domain, queue);
      const go = () => {
        signal.removeEventListener('abort', go);
        queue.delete(go);
        resolve();
      };
      signal.addEventListener('abort', go);
      queue.add(go);
    });
  }

  function leave(domain: string) {
    const rest = inside.get(domain)! - 1;
    if (rest > 0) inside.set(domain, rest);
    else inside.delete(domain);
    wakeNext(domain);
  }

  function wakeNext(domain: string) {
    const queue = waiting.get(domain);
    const [next] = queue ?? [];
    next?.();
    if (queue?.size === 0) waiting.delete(domain);
  }
}
