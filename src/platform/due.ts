import { type RawBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import { prepare } from './database/prepared.ts';

/** What shows in the database that a kind of background work has something to do. */
export type Due = {
  db: Database;
  /** Whose time counts; without it, the database's. */
  clock?: Clock;
  /** What this process knows when it asks, for the condition to compare with. */
  known?: () => string;
  /** A cheap question about indexed rows. It may be true when there is nothing to do, but never false when there is. */
  condition: (now: RawBuilder<string>, known: RawBuilder<string>) => RawBuilder<unknown>;
};

export type Waiter = {
  /**
   * Calls `wake` once the work is due, but not within `pause_ms`, which includes the time until the next look. The
   * returned function ends the wait.
   */
  wait(pause_ms: number, wake: () => void): () => void;
  /** The work has ended; nobody asks about it any more. */
  end(): void;
};

/** How soon it is noticed that work has become due, whichever process caused it. */
const lookMilliseconds = 1000;

type Waiting = { due: Due; since: number; wake: () => void };
type Watch = { all: Set<Waiting>; change: () => void };

const watches = new WeakMap<Database, Watch>();
let statements = 0;

/**
 * Asks about all background work of this process that waits, and about the fence, in one prepared statement, once a second.
 * One statement for each kind of work would take most of the processor time of an idle installation (bench/README.md).
 * Notifications would not tell what becomes due with time, and can be lost.
 */
export function waitUntilDue(due: Due): Waiter {
  const watch = watches.get(due.db) ?? openWatch(due.db);
  watches.set(due.db, watch);
  const waiting: Waiting = { due, since: Number.POSITIVE_INFINITY, wake: () => {} };
  watch.all.add(waiting);
  watch.change();
  return {
    wait(pause_ms, wake) {
      Object.assign(waiting, { since: performance.now() + pause_ms - lookMilliseconds, wake });
      return () => {
        waiting.since = Number.POSITIVE_INFINITY;
      };
    },
    end() {
      watch.all.delete(waiting);
      watch.change();
    },
  };
}

function openWatch(db: Database): Watch {
  const all = new Set<Waiting>();
  let ask: (() => Promise<boolean[]>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let is_looking = false;
  return {
    all,
    change() {
      ask = undefined;
      if (all.size > 0) timer ??= setInterval(() => void look(), lookMilliseconds).unref();
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };

  async function look(): Promise<void> {
    const now = performance.now();
    const asked = [...all];
    if (is_looking || asked.every(({ since }) => since > now)) return;
    is_looking = true;
    ask ??= writeQuestion(db, asked);
    // Without an answer all work looks for itself, and reports what is wrong.
    const answers = await ask().catch(() => asked.map(() => true));
    is_looking = false;
    for (const [at, waiting] of asked.entries()) if (answers[at] && waiting.since <= now) waiting.wake();
  }
}

function writeQuestion(db: Database, asked: Waiting[]): () => Promise<boolean[]> {
  const given = asked.flatMap(({ due: { clock, known } }, at): [string, () => string][] => [
    ...(clock ? [[`now${at}`, () => clock().toISOString()] as [string, () => string]] : []),
    ...(known ? [[`known${at}`, known] as [string, () => string]] : []),
  ]);
  statements += 1;
  const ask = prepare<Record<string, string>, { due: boolean[] }>(
    `due ${statements}`,
    given.map(([name]) => name),
    parameters => {
      const conditions = asked.map(({ due }, at) =>
        due.condition(
          due.clock ? sql<string>`${parameters[`now${at}`]}::timestamptz` : sql<string>`now()`,
          due.known ? sql<string>`${parameters[`known${at}`]}::text` : sql<string>`''`,
        ),
      );
      return sql`select array[${sql.join(conditions)}] as due`;
    },
  );
  return async () => {
    const [row] = await ask(db, Object.fromEntries(given.map(([name, value]) => [name, value()])));
    return row!.due;
  };
}
