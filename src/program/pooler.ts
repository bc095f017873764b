import { sql } from 'kysely';
import { type Database, routeOf } from '../platform/database/connect.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/**
 * Makes sessions behind a pooler begin with the settings that they need. The role has these settings, because those that a client makes
 * would reach other clients or be lost. Logs what the operator should know.
 */
export async function settleWithPooler(
  db: Database,
  { log, is_listening }: { log: Log; is_listening: boolean },
): Promise<void> {
  const route = routeOf(db);
  if (!route?.is_pooled) return;
  const { keeps_statements } = route;
  log.info({ keeps_statements, is_listening }, 'a connection pooler is in front of PostgreSQL');
  if (!keeps_statements)
    log.warn(
      'the pooler keeps no prepared statements, so PostgreSQL plans each one every time; PgBouncer keeps them from version 1.21, with max_prepared_statements (docs/running/pooler.md)',
    );
  if (await isRoleSettled(db)) return;
  try {
    await settleRole(db);
  } catch (error) {
    log.warn(
      { reason: messageOf(error) },
      'settings of the database role could not be changed; run as an administrator: docs/running/pooler.md#settings-of-the-role',
    );
  }
}

/** Whether this session began with the settings that the program needs. */
export async function isRoleSettled(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_settled: boolean }>`
    select bool_and(reset_val = case name when 'jit' then 'off' else 'UTC' end) as is_settled
    from pg_settings where name in ('jit', 'TimeZone')`.execute(db);
  return rows[0]!.is_settled;
}

/**
 * Gives the role the settings, which every role may do for itself. Compiling our statements takes longer than running them: seconds for
 * each batch of an import.
 */
async function settleRole(db: Database): Promise<void> {
  await sql`
    do $$ begin
      execute format('alter role current_user in database %I set jit = off', current_database());
      execute format('alter role current_user in database %I set timezone = ''UTC''', current_database());
    end $$`.execute(db);
}
