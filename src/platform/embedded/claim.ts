import type pg from 'pg';
import { codeOf } from '../errors.ts';
import { isAlive } from '../life.ts';
import { EmbeddedDatabaseError } from './error.ts';

// Session-level advisory locks, because the locks of a process end with it, in whatever way it ends. The first number identifies us
// ("post").
const claim = [0x706f7374, 1];
const presence = [0x706f7374, 2];

/** Returns the session's application_name, by which `refuseSecond` finds the holder of the claim. */
export function sessionName(wantsClaim: boolean): string {
  return wantsClaim ? `postrider serve ${process.pid}` : `postrider ${process.pid}`;
}

/**
 * Records that this process uses the server, so that only the holder of the claim can stop it, and takes the claim if wanted. Returns false
 * if the server is about to be stopped or the claim about to be released: try again. Throws EmbeddedDatabaseError if a live process holds
 * the claim.
 */
export async function enter(session: pg.Client, wantsClaim: boolean, data_dir: string): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock_shared($1, $2) as entered', presence);
  return rows[0].entered && (!wantsClaim || (await takeClaim(session, data_dir)));
}

/** Whether no other process uses the server. If so, none can enter any more, and the server may be stopped. */
export async function leaveLast(session: pg.Client): Promise<boolean> {
  await session.query('select pg_advisory_unlock_shared($1, $2)', presence);
  const { rows } = await session.query('select pg_try_advisory_lock($1, $2) as alone', presence);
  return rows[0].alone;
}

async function takeClaim(session: pg.Client, data_dir: string): Promise<boolean> {
  try {
    // The lock of a killed process disappears within moments, when PostgreSQL notices.
    await session.query("set lock_timeout = '500ms'");
    await session.query('select pg_advisory_lock($1, $2)', claim);
    return true;
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error;
    await refuseSecond(session, data_dir);
    return false;
  }
}

async function refuseSecond(session: pg.Client, data_dir: string): Promise<void> {
  const { rows } = await session.query(
    `select substring(application_name from '^postrider serve (\\d+)$')::int as process
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = $1 and objid = $2 and granted
        and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    claim,
  );
  const holder: number | undefined = rows[0]?.process;
  if (!holder || !isAlive(holder)) return;
  throw new EmbeddedDatabaseError(
    `Postrider is already running on ${data_dir} (process ${holder}). Stop it first, or choose another folder with DATA_DIR.`,
  );
}
