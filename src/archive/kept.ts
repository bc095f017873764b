import type { Made } from '../platform/http/conditional.ts';

/**
 * A cache of pages in this process that never serves an outdated one. `get` returns the page `name`, or undefined if
 * there is none. `version` queries the database for a value that differs whenever the page does. It always starts after
 * the call, but concurrent calls share it. `make` receives the version and renders the page.
 */
export type KeptPages = {
  get(
    name: string,
    version: () => Promise<string | undefined>,
    make: (version: string) => Promise<Made | undefined>,
  ): Promise<Made | undefined>;
};

type Kept = { version: string; page: Promise<Made | undefined>; bytes: number };

export function keepPages(most_bytes: number): KeptPages {
  const kept = new Map<string, Kept>();
  const share = shareCalls<string | undefined>();
  let bytes = 0;

  function forget(name: string): void {
    bytes -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  }

  return {
    async get(name, askVersion, make) {
      const version = await share(name, askVersion);
      if (version === undefined) {
        forget(name);
        return undefined;
      }
      const known = kept.get(name);
      forget(name); // and add it at the end, so that the first entry is the least recently used
      if (known?.version === version) {
        kept.set(name, known);
        bytes += known.bytes;
        return known.page;
      }
      const entry: Kept = { version, page: make(version), bytes: 0 };
      kept.set(name, entry);
      try {
        const page = await entry.page;
        if (kept.get(name) === entry) {
          // The page's compressed forms count too.
          entry.bytes = version.length + 1.5 * (page?.body.length ?? 0);
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

/** Shares work among concurrent calls with the same name: the calls that arrive during a run are answered by the next run. */
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
