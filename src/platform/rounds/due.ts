import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { unheard } from '../database/uses.ts';
import { within } from '../within.ts';

/** The condition in the database under which a kind of background work has something to do. */
export type Due = {
  db: Database;
  /** The clock that counts; without it, the database's clock does. */
  clock?: Clock;
  /** Returns the state that this process knows when it asks, for the condition to compare with. */
  known?: () => string;
  /**
   * A cheap question about indexed rows. It may be true when there is nothing to do, but must never be false when there is. It must ask for
   * the first row of an index (`order by … limit 1`): for `exists`, PostgreSQL reads a whole table if it thinks that many of its rows are
   * due.
   */
  condition: (now: RawBuilder<string>, known: RawBuilder<string>) => RawBuilder<unknown>;
};

export type Waiter = {
  /**
   * Calls `wake` once the work is due, but not within `pause_ms`, which includes the time until the next look. The
   * returned function ends the wait.
   */
  wait(pause_ms: number, wake: () => void): () => void;
  /** Notes that the work has ended, so that nobody asks about it any more. */
  end(): void;
};

/** The time between two looks while there is, or may be, something to do. */
const lookMilliseconds = 1000;
/** The pause while nothing is due soon and new work is announced (see announce.ts). */
const restMilliseconds = 5000;
/** How long to wait for an answer, which takes as long as somebody has one of the tables locked. */
const patienceMilliseconds = 5000;

type Waiting = { due: Due; since: number; wake: () => void };
/** Whether the work is due, and whether it will be at the next look, if looks are rare. */
type Answer = { is_due: boolean; is_soon: boolean };
type Watch = {
  all: Set<Waiting>;
  /** Looks after this many milliseconds, or earlier, but not within a second of the last look. */
  lookIn(milliseconds: number): void;
  change(): void;
  isTold: () => boolean;
  rest_ms: number;
};

const watches = new WeakMap<Database, Watch>();
let statements = 0;

/**
 * Asks about all background work of this process that waits, and about the fence, in one prepared statement: once a second while
 * anything is due within five, every five seconds otherwise, and once more after each round. One statement for each kind of work
 * would take most of the processor time of an idle installation (bench/README.md).
 */
export function waitUntilDue(due: Due): Waiter {
  const watch = watchOf(due.db);
  const waiting: Waiting = { due, since: Number.POSITIVE_INFINITY, wake: () => {} };
  watch.all.add(waiting);
  watch.change();
  return {
    wait(pause_ms, wake) {
      Object.assign(waiting, { since: performance.now() + pause_ms - lookMilliseconds, wake });
      watch.lookIn(lookMilliseconds);
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

/** Call this when something may have become due: asks immediately, or a second after the last question. */
export function lookSoon(db: Database): void {
  watches.get(db)?.lookIn(0);
}

/** Makes the question rare from now on, while `isTold` says that this process learns of work that others add. */
export function restWhile(db: Database, isTold: () => boolean, rest_ms = restMilliseconds): void {
  const watch = watchOf(db);
  Object.assign(watch, { isTold, rest_ms });
  watch.change();
}

function watchOf(db: Database): Watch {
  const watch = watches.get(db) ?? openWatch(db);
  watches.set(db, watch);
  return watch;
}

function openWatch(db: Database): Watch {
  const all = new Set<Waiting>();
  let ask: (() => Promise<Answer[]>) | undefined;
  let is_asking = false;
  let is_looking = false;
  let timer: NodeJS.Timeout | undefined;
  let next = Number.POSITIVE_INFINITY;
  let looked = Number.NEGATIVE_INFINITY;
  const watch: Watch = { all, lookIn, change, isTold: () => false, rest_ms: restMilliseconds };
  return watch;

  function change(): void {
    ask = undefined;
    lookIn(lookMilliseconds);
  }

  function lookIn(milliseconds: number): void {
    const now = performance.now();
    const date = Math.max(now + milliseconds, looked + lookMilliseconds);
    if (date >= next) return;
    next = date;
    clearTimeout(timer);
    if (!is_looking) timer = setTimeout(() => void look(), next - now).unref();
  }

  async function look(): Promise<void> {
    is_looking = true;
    next = Number.POSITIVE_INFINITY;
    looked = performance.now();
    const pause = await wakeWhoeverIsDue([...all], looked);
    is_looking = false;
    const wanted = next - performance.now();
    next = Number.POSITIVE_INFINITY;
    if (all.size > 0) lookIn(Math.max(0, Math.min(wanted, pause))); // after a slow answer the wanted time may be past
  }

  /** Wakes all work that is due. Returns after how many milliseconds to look again. */
  async function wakeWhoeverIsDue(asked: Waiting[], now: number): Promise<number> {
    if (asked.every(({ since }) => since > now)) return lookMilliseconds;
    const answers = await answerOf(asked);
    // Without an answer, all work looks for itself, and reports the failure.
    for (const [at, waiting] of asked.entries())
      if (waiting.since <= now && (!answers || answers[at]!.is_due)) waiting.wake();
    const isQuiet = answers?.every(({ is_soon }) => !is_soon) && watch.isTold();
    return isQuiet ? watch.rest_ms : lookMilliseconds;
  }

  /** Returns undefined if there is no answer within a few seconds; then nobody asks again until it has come. */
  async function answerOf(asked: Waiting[]): Promise<Answer[] | undefined> {
    if (is_asking) return undefined;
    is_asking = true;
    ask ??= writeQuestion(db, asked, watch.rest_ms);
    const answer = unheard(db, ask)
      .catch(() => undefined)
      .finally(() => {
        is_asking = false;
      });
    return within(patienceMilliseconds, answer);
  }
}

function writeQuestion(db: Database, asked: Waiting[], rest_ms: number): () => Promise<Answer[]> {
  const given = asked.flatMap(({ due: { clock, known } }, at): [string, () => string][] => [
    ...(clock ? [[`now${at}`, () => clock().toISOString()] as [string, () => string]] : []),
    ...(known ? [[`known${at}`, known] as [string, () => string]] : []),
  ]);
  statements += 1;
  const ask = prepare<Record<string, string>, { due: boolean[]; soon: boolean[] }>(
    `due ${statements}`,
    given.map(([name]) => name),
    parameters => {
      const conditions = (ahead_ms: number) =>
        sql.join(
          asked.map(({ due }, at) => {
            const now = due.clock ? sql<string>`${parameters[`now${at}`]}::timestamptz` : sql<string>`now()`;
            return due.condition(
              sql<string>`(${now} + ${sql.lit(`${ahead_ms} ms`)}::interval)`,
              due.known ? sql<string>`${parameters[`known${at}`]}::text` : sql<string>`''`,
            );
          }),
        );
      return sql`select array[${conditions(0)}] as due, array[${conditions(rest_ms)}] as soon`;
    },
  );
  return async () => {
    const [row] = await ask(db, Object.fromEntries(given.map(([name, value]) => [name, value()])));
    return row!.due.map((is_due, at) => ({ is_due, is_soon: is_due || row!.soon[at]! }));
  };
}
