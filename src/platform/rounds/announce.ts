import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, openConnection } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { onUse, unheard } from '../database/uses.ts';
import { newId } from '../ids.ts';
import { lookSoon, restWhile } from './due.ts';
import { isRunning } from './processes.ts';

/** The channel of announcements. The payload is empty, or names work that a transaction has requested. */
export const workChannel = 'postrider_work';
/** The shortest time between two announcements of a process, however much it writes. */
const pauseMilliseconds = 1000;
const retryMilliseconds = 5000;

type Announcements = { close(): Promise<void> };

/**
 * Makes this process look for work when it, or another process, has written something, so that it need not ask all the time. Writes are
 * announced after their commit, at most once a second. Transactions do not notify themselves, because all transactions that do wait for
 * each other when they commit. If `listens`, this process does the work; otherwise it only announces. A lost announcement costs the time
 * until the next question (due.ts), which is asked once a second while this process cannot hear. Behind a pooler it can only hear at
 * `direct_url`, the address of PostgreSQL itself.
 */
export function openAnnouncements(
  db: Database,
  { listens, direct_url, rest_ms }: { listens: boolean; direct_url?: string | undefined; rest_ms?: number },
): Announcements {
  const ear = listens ? listen(db, direct_url) : undefined;
  if (ear) restWhile(db, ear.hears, rest_ms);
  let known = '';
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  let told = Number.NEGATIVE_INFINITY;
  const stopHearing = onUse(db, () => {
    lookSoon(db);
    timer ??= setTimeout(
      () => {
        telling = tell();
      },
      Math.max(0, told + pauseMilliseconds - performance.now()),
    ).unref();
  });
  return {
    async close() {
      stopHearing();
      clearTimeout(timer);
      await telling;
      await ear?.close();
    },
  };

  async function tell(): Promise<void> {
    timer = undefined;
    told = performance.now();
    const [row] = await unheard(db, () => tellOthers(db, { known })).catch(() => []);
    if (row) known = row.known;
  }
}

/** The functions to call in this process when work with a name is requested. */
const ears = new WeakMap<Database, Map<string, Set<() => void>>>();

/**
 * Calls `wake` as soon as a transaction that requests this work commits, in any process, if this one listens. The returned function stops
 * this.
 */
export function hearWork(db: Database, name: string, wake: () => void): () => void {
  const named = ears.get(db) ?? new Map<string, Set<() => void>>();
  ears.set(db, named);
  const wakes = named.get(name) ?? new Set();
  named.set(name, wakes.add(wake));
  return () => wakes.delete(wake);
}

/** Notifies the other processes, if there are any, and if anything was written to the server since `known`. */
const tellOthers = prepare<{ known: string }, { known: string }>(
  'tell others',
  ['known'],
  ({ known }) => sql`
    with now as (select pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction),
    told as (
      select pg_notify(${sql.lit(workChannel)}, '') from now
      where next_transaction <> ${known}::text and (select count(*) from processes where ${isRunning}) > 1
    )
    select (next_transaction::numeric + (select count(*) from told))::text as known from now`,
);

/** Listens on a connection of its own, and opens it again whenever it breaks. Does not listen at a pooler. */
function listen(db: Database, direct_url?: string): { hears: () => boolean; close(): Promise<void> } {
  const proof = newId();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let hears = false;
  let closed = false;
  void connect();
  return {
    hears: () => hears,
    async close() {
      closed = true;
      hears = false;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };

  async function connect(): Promise<void> {
    const next = await openConnection(db, direct_url).catch(() => undefined);
    if (closed) return next?.end();
    // In a session that a pooler shares, others would be notified.
    if (next?.route.is_pooled) return next.end();
    client = next;
    if (!next) return lose(next);
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', ({ payload }) => {
      if (payload === proof) hears = true;
      for (const wake of ears.get(db)?.get(payload ?? '') ?? []) wake();
      lookSoon(db);
    });
    try {
      await next.query(`listen ${workChannel}`);
      // The address may lead to another database, so the process proves that it hears itself.
      await sql`select pg_notify(${workChannel}, ${proof})`.execute(db);
    } catch {
      lose(next);
    }
  }

  function lose(lost: pg.Client | undefined): void {
    if (client !== lost) return;
    client = undefined;
    hears = false;
    lost?.end().catch(() => {});
    if (!closed) retry = setTimeout(() => void connect(), retryMilliseconds).unref();
    lookSoon(db);
  }
}
