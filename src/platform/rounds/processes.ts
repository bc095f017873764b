import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Processes } from '../database/schema.ts';
import { minute_ms } from '../durations.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import { type Rounds, startRounds } from './rounds.ts';

const beatMilliseconds = minute_ms;
/** A process that has been silent for longer than two beats counts as ended. */
const patience = sql`interval '150 seconds'`;
/** A condition on rows of `processes`: the process has not ended, or did so without saying it a short time ago. */
export const isRunning = sql<boolean>`seen_date > now() - ${patience}`;
/** How long a process that ended without saying so is still listed. */
const remembered = sql`interval '1 day'`;

/**
 * Records in `processes` that this process runs: immediately, and then once a minute. `stop` deletes the row, so only a
 * process that was killed leaves one behind.
 */
export function announceProcess(db: Database, { role, log }: { role: string; log: Log }): Rounds {
  const id = newId();
  const rounds = startRounds(
    async () => {
      await beat(db, { id, role, host: hostname(), process_id: process.pid, version });
      return 'after_pause';
    },
    { pause_ms: beatMilliseconds, log, failure: 'this process could not record that it is running' },
  );
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop();
      await db
        .deleteFrom('processes')
        .where('id', '=', id)
        .execute()
        .catch(error => log.debug({ err: error }, 'this process could not record that it has stopped'));
    },
  };
}

type Own = Pick<Processes, 'role' | 'host' | 'process_id' | 'version'> & { id: string };

/** Also forgets processes that ended long ago, or that this one has replaced on its machine. */
async function beat(db: Database, { id, role, host, process_id, version }: Own): Promise<void> {
  await sql`
    with own as (
      insert into processes (id, role, host, process_id, version)
      values (${id}, ${role}, ${host}, ${process_id}, ${version})
      on conflict (id) do update set seen_date = now()
      returning start_date
    )
    delete from processes using own
    where seen_date < now() - ${remembered}
      or host = ${host} and role = ${role} and seen_date < least(own.start_date, now() - ${patience})`.execute(
    db,
  );
}

export type ProcessRow = Own & { start_date: string; seen_date: string; is_running: boolean };

/** All processes, the newest last, with those that ended without saying so within a day. */
export async function listProcesses(db: Database): Promise<ProcessRow[]> {
  return db
    .selectFrom('processes')
    .selectAll()
    .select(isRunning.as('is_running'))
    .orderBy('start_date')
    .orderBy('id')
    .execute();
}
