import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { listContractions } from '../database/migrations.ts';
import { runningProcess } from '../database/run-migration.ts';
import type { Processes } from '../database/schema.ts';
import { minute_ms } from '../durations.ts';
import { newId } from '../ids.ts';
import { leaseMark } from '../leases.ts';
import { hasEnded, readLife } from '../life.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import { type Rounds, startRounds } from './rounds.ts';

const beatMilliseconds = minute_ms;
/** The condition that a row of `processes` counts as running: the process runs, or was killed only a short time ago. */
export const isRunning = sql.raw<boolean>(runningProcess);
/** How long a process that was killed is still listed. */
const remembered = sql`interval '1 day'`;

/**
 * Records in `processes` that this process runs, before it returns and then once a minute. `stop` deletes the row, so only a process that
 * was killed leaves one behind.
 */
export async function announceProcess(
  db: Database,
  { role, log, files_place = '' }: { role: string; log: Log; files_place?: string },
): Promise<Rounds> {
  const id = newId();
  const [contractions, life] = await Promise.all([listContractions(), readLife()]);
  const own: Own = {
    id,
    role,
    host: hostname(),
    version,
    lease_mark: leaseMark,
    contractions,
    files_place,
    ...life,
  };
  await beat(db, own);
  const rounds = startRounds(
    async () => {
      await beat(db, own);
      return 'after_pause';
    },
    {
      first_ms: beatMilliseconds,
      pause_ms: beatMilliseconds,
      log,
      failure: 'this process could not record that it is running',
    },
  );
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop();
      await forgetProcesses(db, [id]).catch(error =>
        log.debug({ err: error }, 'this process could not record that it has stopped'),
      );
    },
  };
}

type Own = Pick<Processes, 'role' | 'host' | 'process_id' | 'version' | 'realm' | 'start'> & {
  id: string;
  lease_mark: string;
  contractions: string[];
  files_place: string;
};

/**
 * Updates the row of this process. Also deletes the rows of processes that ended long ago, or that this one has replaced on its machine.
 */
async function beat(
  db: Database,
  { id, role, host, process_id, version, lease_mark, contractions, files_place, realm, start }: Own,
): Promise<void> {
  await sql`
    with own as (
      insert into processes (id, role, host, process_id, version, lease_mark, contractions, files_place, realm, start)
      values (${id}, ${role}, ${host}, ${process_id}, ${version}, ${lease_mark}, ${contractions}, ${files_place}, ${realm}, ${start})
      on conflict (id) do update set seen_date = now()
      returning start_date
    )
    delete from processes using own
    where seen_date < now() - ${remembered}
      or host = ${host} and role = ${role} and seen_date < own.start_date and not ${isRunning}`.execute(db);
}

/** A process that left its row behind; `lease_mark` is the mark of its leases. */
export type Ended = {
  id: string;
  lease_mark: string;
  /** Whether the files that it wrote are complete: the machine has not been restarted since. */
  is_of_this_boot: boolean;
};

/**
 * Lists the processes that have certainly ended without deleting their rows. Processes elsewhere cannot be seen from here; but with
 * `is_alone`, no other process can serve from this database now, so those of other containers, and from before the machine started, have
 * ended.
 */
export async function listEnded(db: Database, { is_alone }: { is_alone: boolean }): Promise<Ended[]> {
  const here = await readLife();
  const rows = await db
    .selectFrom('processes')
    .select(['id', 'lease_mark', 'process_id', 'realm', 'start'])
    .execute();
  const ended: Ended[] = [];
  for (const row of rows) {
    const isElsewhere = here.realm !== null && row.realm !== null && row.realm !== here.realm;
    const { id, lease_mark } = row;
    const is_of_this_boot = here.realm !== null && bootOf(row.realm) === bootOf(here.realm);
    if ((await hasEnded(row, here)) || (is_alone && isElsewhere))
      ended.push({ id, lease_mark, is_of_this_boot });
  }
  return ended;
}

function bootOf(realm: string | null): string | undefined {
  return realm?.split(' ')[0];
}

/** Locks and returns those of these processes that nobody else has locked or deleted. */
export async function lockProcesses(trx: Database, ended: Ended[]): Promise<Ended[]> {
  const locked = await trx
    .selectFrom('processes')
    .select('id')
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = new Set(locked.map(({ id }) => id));
  return ended.filter(({ id }) => ids.has(id));
}

export async function forgetProcesses(db: Database, ids: string[]): Promise<void> {
  await db.deleteFrom('processes').where('id', 'in', ids).execute();
}

/** Whether the lease was taken by one of these processes. */
export function isLeaseOf(ended: Ended[], lease: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`right(${lease}::text, 12) = any(${ended.map(one => one.lease_mark)}::text[])`;
}

export type ProcessRow = Pick<Own, 'id' | 'role' | 'host' | 'process_id' | 'version'> & {
  start_date: string;
  seen_date: string;
  is_running: boolean;
};

/** Lists all processes, the newest last, with those that were killed within a day. */
export async function listProcesses(db: Database): Promise<ProcessRow[]> {
  return db
    .selectFrom('processes')
    .select(['id', 'role', 'host', 'process_id', 'version', 'start_date', 'seen_date'])
    .select(isRunning.as('is_running'))
    .orderBy('start_date')
    .orderBy('id')
    .execute();
}

/** Returns a sentence about running processes that keep uploaded files in different places; undefined if all share one. */
export async function describeFilesPlaces(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ files_place: string; hosts: string[] }>`
    select files_place, array_agg(distinct host order by host) as hosts from processes
    where ${isRunning} and files_place <> '' group by files_place order by min(start_date)`.execute(db);
  if (rows.length < 2) return undefined;
  const parts = rows.map(({ files_place, hosts }) => `${hosts.join(', ')}: ${files_place}`);
  return `Processes keep uploaded files in different places (${parts.join('; ')}), so each lacks those of the others.`;
}
