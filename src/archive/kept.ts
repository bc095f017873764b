import type { Made } from '../platform/http/conditional.ts';

/**
 * Pages that are made once and kept in this process until they change: in any process. `get` gives the page of `name`,
 * undefined when there is none. `stamp` asks the database for what is another value whenever the page is another; it
 * always begins after the call, but calls that wait together share it; `make` gets it, and may make the page of it.
 */
export type KeptPages = {
  get(
    name: string,
    stamp: () => Promise<string | undefined>,
    make: (stamp: string) => Promise<Made | undefined>,
  ): Promise<Made | undefined>;
};

type Kept = { stamp: string; page: Promise<Made | undefined>; bytes: number };

export function keepPages(most_bytes: number): KeptPages {
  const kept = new Map<string, Kept>();
  const share = shareCalls<string | undefined>();
  let bytes = 0;

  function forget(name: string): void {
    bytes -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  }

  return {
    async get(name, askStamp, make) {
      const stamp = await share(name, askStamp);
      if (stamp === undefined) {
        forget(name);
        return undefined;
      }
      const known = kept.get(name);
      forget(name); // and to the end with it: who is first has not been asked for longest
      if (known?.stamp === stamp) {
        kept.set(name, known);
        bytes += known.bytes;
        return known.page;
      }
      const entry: Kept = { stamp, page: make(stamp), bytes: 0 };
      kept.set(name, entry);
      try {
        const page = await entry.page;
        if (kept.get(name) === entry) {
          entry.bytes = stamp.length + (page?.body.length ?? 0);
          bytes += entry.bytes;
        }
        while (bytes > most_bytes) forget(kept.keys().next().value!);
        return page;
      } catch (error) {
        if (kept.get(name) === entry) forget(name);
        throw error;
      }
    },
  };
}

/** Of calls under one name that wait at once, those that came while one runs are answered by one that begins after it. */
function shareCalls<Answer>() {
  type Run = { now: Promise<Answer>; next?: Promise<Answer> };
  const runs = new Map<string, Run>();
  const start = (name: string, call: () => Promise<Answer>) => {
    const run: Run = { now: call() };
    runs.set(name, run);
    const over = () => {
      if (runs.get(name) === run) runs.delete(name);
    };
    run.now.then(over, over);
    return run.now;
  };
  return (name: string, call: () => Promise<Answer>): Promise<Answer> => {
    const run = runs.get(name);
    if (!run) return start(name, call);
    const after = () => start(name, call);
    run.next ??= run.now.then(after, after);
    return run.next;
  };
}
