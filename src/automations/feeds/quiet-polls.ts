import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { type QuietPoll, storeQuietPolls } from './round-queries.ts';

/** How many polls are stored by one statement, and how long the first of them waits for others. */
const atOnce = 32;
const waitMilliseconds = 20;

type Waiting = { poll: QuietPoll; resolve: (is_stored: boolean) => void };

/**
 * Stores polls that brought nothing new, many with one statement: alone, each would cost PostgreSQL ten times as much
 * (bench/README.md). The result of each is whether it was stored; if not, nothing happened.
 */
export function collectQuietPolls({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): (poll: QuietPoll) => Promise<boolean> {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  return poll =>
    new Promise(resolve => {
      waiting.push({ poll, resolve });
      if (waiting.length >= atOnce) void store();
      else timer ??= setTimeout(() => void store(), waitMilliseconds);
    });

  async function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const some = waiting;
    waiting = [];
    const stored = await storeQuietPolls(
      db,
      some.map(({ poll }) => poll),
      clock(),
    ).catch(error => {
      log.warn({ err: error }, 'fetches of feeds could not be stored together and are stored one by one');
      return new Set<number>();
    });
    for (const { poll, resolve } of some) resolve(stored.has(poll.key));
  }
}
