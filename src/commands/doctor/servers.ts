import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readAddresses, type Server } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { connectDatabase, type Database } from '../../platform/database/connect.ts';
import { messageOf } from '../../platform/errors.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('database');

/** A server's description of itself; null for facts that it hides from this role. */
type Sight = { is_standby: boolean; system_identifier: string | null };

/**
 * Checks the servers that DATABASE_URL names beside the primary, whether one of them has every commit, and the replicas. Changes nothing.
 */
export async function checkServers(db: Database, config: Config): Promise<Finding[]> {
  if (config.DATABASE_URL === undefined) return [];
  const own = await look(db);
  const { servers } = readAddresses(config.DATABASE_URL);
  const replicas = config.DATABASE_READ_URL ? readAddresses(config.DATABASE_READ_URL).servers : [];
  const most_ms = config.DATABASE_READ_LAG_SECONDS * 1000;
  const found = await Promise.all([
    servers.length > 1 ? checkSynchronous(db) : [],
    ...(servers.length > 1 ? servers.map(server => checkServer(server, own)) : []),
    ...replicas.map(server => checkReplica(db, server, { own, most_ms })),
  ]);
  return found.flat();
}

async function checkServer(server: Server, own: Sight): Promise<Finding> {
  const about = `server ${server.name}`;
  try {
    return await onServer(server, async db => {
      const sight = await look(db);
      if (isOther(own, sight)) return wrong(about, otherWords('DATABASE_URL'));
      return good(about, {
        detail: sight.is_standby ? 'It is a standby, which can take over.' : 'It is the primary.',
      });
    });
  } catch (error) {
    return warning(about, {
      detail: `It cannot take over: it does not answer. ${messageOf(error)}`,
      remedy: 'Start it, or make it a standby again: docs/running/high-availability.md#1-postgresql',
    });
  }
}

async function checkReplica(
  primary: Database,
  server: Server,
  { own, most_ms }: { own: Sight; most_ms: number },
): Promise<Finding> {
  const about = `replica ${server.name}`;
  const remedy = 'See docs/running/replicas.md#when-a-replica-fails';
  try {
    return await onServer(server, async db => {
      const sight = await look(db);
      if (isOther(own, sight)) return wrong(about, otherWords('DATABASE_READ_URL'));
      if (!sight.is_standby)
        return warning(about, {
          detail: 'It accepts writes, so it is not a replica, and reading from it saves the primary no work.',
          remedy: 'Name a standby in DATABASE_READ_URL: docs/running/replicas.md',
        });
      const lag_ms = await measureLag(primary, db, most_ms);
      if (lag_ms === undefined)
        return warning(about, {
          detail: `It lags by more than ${counted(most_ms / 1000, 'second')}, so it is not read.`,
          remedy,
        });
      return good(about, {
        detail: `It has had everything within ${(lag_ms / 1000).toFixed(1)} seconds.`,
      });
    });
  } catch (error) {
    return warning(about, {
      detail: `It does not answer, so the primary is read. ${messageOf(error)}`,
      remedy,
    });
  }
}

/** Checks whether a commit is acknowledged only when a standby has it, so that none is lost when the primary dies. */
async function checkSynchronous(db: Database): Promise<Finding> {
  const about = 'synchronous standby';
  const { rows } = await sql<{
    names: string;
    commit: string;
    standbys: number;
    is_shown: boolean;
    is_sync: boolean;
  }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      count(pid)::int as standbys, coalesce(bool_and(sync_state is not null), false) as is_shown,
      coalesce(bool_or(sync_state in ('sync', 'quorum')), false) as is_sync
    from pg_stat_replication`.execute(db);
  const { names, commit, standbys, is_shown, is_sync } = rows[0]!;
  if (names === '' || !['on', 'remote_apply'].includes(commit))
    return warning(about, {
      detail:
        'No standby is synchronous. If the primary dies, its last moments may be missing, and sending is on hold until somebody decides.',
      remedy:
        'Set synchronous_standby_names of PostgreSQL, and leave synchronous_commit on: docs/running/high-availability.md#1-postgresql',
    });
  if (standbys === 0 || (is_shown && !is_sync))
    return wrong(about, {
      detail: `No standby that synchronous_standby_names (${names}) names is connected, so every commit waits.`,
      remedy: 'Start it, or empty synchronous_standby_names: docs/running/high-availability.md#1-postgresql',
    });
  if (!is_shown)
    return good(about, {
      detail: `Every commit waits for a standby (${names}). A role with pg_monitor would see which.`,
    });
  return good(about, { detail: 'A standby has every commit before it is acknowledged.' });
}

/** Measures for how many milliseconds the replica lacks the primary's present state; undefined if for longer than `most_ms`. */
async function measureLag(
  primary: Database,
  replica: Database,
  most_ms: number,
): Promise<number | undefined> {
  const { rows } = await sql<{
    position: string;
  }>`select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  const since = performance.now();
  for (;;) {
    const { rows: shown } = await sql<{ has: boolean }>`
      select coalesce(pg_last_wal_replay_lsn() >= ${rows[0]!.position}::pg_lsn, false) as has`.execute(
      replica,
    );
    const passed = performance.now() - since;
    if (shown[0]!.has) return passed;
    if (passed >= most_ms) return undefined;
    await sleep(50);
  }
}

async function look(db: Database): Promise<Sight> {
  const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db);
  // Not every role may see the identifier.
  const identified = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`
    .execute(db)
    .catch(() => undefined);
  return { is_standby: rows[0]!.is_standby, system_identifier: identified?.rows[0]?.id ?? null };
}

function isOther(own: Sight, { system_identifier }: Sight): boolean {
  return (
    own.system_identifier !== null &&
    system_identifier !== null &&
    own.system_identifier !== system_identifier
  );
}

function otherWords(variable: string) {
  return {
    detail: 'It is not a copy of the primary: its system identifier differs.',
    remedy: `Take it out of ${variable}, or make it a standby of the primary: docs/running/high-availability.md#1-postgresql`,
  };
}

async function onServer<T>({ url }: Server, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connectDatabase(url, { size: 1, wish: 'any', on_error: () => {} });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
