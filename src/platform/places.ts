/**
 * Waits for a free place among the work with this key. Returns a function that leaves the place; undefined if `signal` was aborted first.
 */
export type Places = (key: string, signal?: AbortSignal) => Promise<(() => void) | undefined>;

/** Opens places for work: at most `limitOf(key)` pieces of work with one key run at once, and the others wait in order. */
export function openPlaces(limitOf: (key: string) => number): Places {
  const lines = new Map<string, { running: number; waiting: Set<() => void> }>();

  return async (key, signal) => {
    if (signal?.aborted) return undefined;
    const limit = limitOf(key);
    if (limit === Number.POSITIVE_INFINITY) return () => {};
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running < limit) line.running += 1;
    else if (!(await waitForPlace(line.waiting, signal))) return undefined;
    if (!signal?.aborted) return leave;
    leave(); // the place was handed on just before the abort
    return undefined;

    function leave() {
      // The place is handed on, not released and taken again, so that nobody else can take it in between.
      const [next] = line.waiting;
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}

function waitForPlace(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise(resolve => {
    const settle = (is_mine: boolean) => {
      waiting.delete(go);
      signal?.removeEventListener('abort', giveUp);
      resolve(is_mine);
    };
    const go = () => settle(true);
    const giveUp = () => settle(false);
    waiting.add(go);
    signal?.addEventListener('abort', giveUp);
  });
}
