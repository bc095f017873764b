/** Waits for a place among the work with this key. Call what it returns to leave; undefined if `signal` aborted first. */
export type Places = (key: string, signal?: AbortSignal) => Promise<(() => void) | undefined>;

/** At most `limitOf(key)` pieces of work with one key go on at once; the others wait in the order they came. */
export function openPlaces(limitOf: (key: string) => number): Places {
  const lines = new Map<string, { running: number; waiting: Set<() => void> }>();

  return async (key, signal) => {
    if (signal?.aborted) return undefined;
    const limit = limitOf(key);
    if (limit === Number.POSITIVE_INFINITY) return () => {};
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running < limit) line.running += 1;
    else if (!(await isMyTurn(line.waiting, signal))) return undefined;
    if (!signal?.aborted) return leave;
    leave(); // it was handed on just before the end
    return undefined;

    function leave() {
      // The place is handed on, not given back and taken again: nobody can slip in between.
      const [next] = line.waiting;
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}

function isMyTurn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<boolean> {
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
