import { FetchFailure } from './reasons.ts';

/** Does `work` when it is its turn. Throws FetchFailure if the signal calls it off while it waits. */
export type InTurn = <T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** At most `limit` pieces of work with one key go on at once; the others wait in the order they came. */
export function openTurns(limit: number): InTurn {
  const lines = new Map<string, { running: number; waiting: Set<() => void> }>();

  return async (key, signal, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running >= limit) await wait(line.waiting, signal);
    else line.running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back and taken again: nobody can slip in between.
      const [next] = line.waiting;
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}

function wait(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(go);
      signal?.removeEventListener('abort', callOff);
    };
    const go = () => {
      leave();
      resolve();
    };
    const callOff = () => {
      leave();
      reject(new FetchFailure('It was called off.'));
    };
    if (signal?.aborted) return callOff();
    waiting.add(go);
    signal?.addEventListener('abort', callOff);
  });
}
