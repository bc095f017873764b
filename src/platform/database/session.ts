import type pg from 'pg';
import { newId } from '../ids.ts';

/** The target of a connection: a session of PostgreSQL, or a pooler that may use another session for each transaction. */
export type Route = {
  is_pooled: boolean;
  /** Whether a statement that was prepared under a name is found again. */
  keeps_statements: boolean;
};

/** Where a new connection leads, and whether the server there accepts writes. */
export type Session = { route: Route; is_standby: boolean; is_read_only: boolean };

/** The number of the session that the client was told when it connected, which the types of pg leave out. */
type Told = { processID: number };

/**
 * Makes a new connection ready, in one round trip unless a pooler is there, and returns where it leads. A pooler gives itself away by the
 * number of the session: it tells its clients numbers of its own. Poolers restore the time zone of every client, but no other setting, so
 * the rest must come from the role (program/pooler.ts). The settings are made by a statement, because PgBouncer refuses them among the
 * options. `jit` is off because compiling our statements takes longer than running them: seconds for each batch of an import.
 */
export async function openSession(client: pg.ClientBase): Promise<Session> {
  const told = Number((client as unknown as Told).processID);
  const { rows } = await client.query(`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      pg_backend_pid() = ${told} as is_own, set_config('TimeZone', 'UTC', false),
      case when pg_backend_pid() = ${told} then set_config('jit', 'off', false) end`);
  const { is_standby, is_read_only, is_own } = rows[0];
  const keeps_statements = is_own || (await keepsStatements(client));
  return { route: { is_pooled: !is_own, keeps_statements }, is_standby, is_read_only };
}

/**
 * Whether the pooler remembers which statements its clients have prepared, as PgBouncer from 1.21 does with max_prepared_statements. Such a
 * pooler prepares them under names of its own; others pass the client's name to whichever session is free.
 */
async function keepsStatements(client: pg.ClientBase): Promise<boolean> {
  const name = `postrider ${newId()}`;
  await client.query('begin');
  const { rows } = await client.query({
    name,
    text: 'select from pg_prepared_statements where name = $1',
    values: [name],
  });
  if (rows.length > 0) await client.query(`deallocate "${name}"`);
  await client.query('commit');
  return rows.length === 0;
}
