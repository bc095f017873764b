import { hash } from 'node:crypto';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { codeOf } from '../errors.ts';
import { type Database, findPool, planName, planText, preparedNames, renamePlans } from './connect.ts';
import { columns } from './schema.ts';

/**
 * Defines a statement that each connection parses and plans only once. This is for statements that run often, for which parsing and
 * planning would cost more than the work. `name` must be unique; `write` receives the parameters by name and may use each several times.
 * Values that the plan should know, such as a status with an index of its own, belong in the text (sql.lit).
 */
export function prepare<Values extends Record<string, unknown>, Row extends object>(
  name: string,
  parameters: readonly (keyof Values & string)[],
  write: (parameters: Record<keyof Values, RawBuilder<unknown>>) => RawBuilder<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const numbered = parameters.map((parameter, at) => [parameter, sql.raw(`$${at + 1}`)] as const);
  const statement = write(Object.fromEntries(numbered) as Record<keyof Values, RawBuilder<unknown>>);
  let text: string | undefined;
  return (db, values) => {
    text ??= textOf(statement.compile(db));
    return run<Row>(
      db,
      name,
      text,
      parameters.map(parameter => values[parameter]),
    );
  };
}

/**
 * Returns the elements of an array of keys, for `= any(…)` in a prepared statement, as an array whose length the planner cannot see. If it
 * sees a short list, it makes a new plan every time, because that plan looks cheaper than one for lists of any length.
 */
export function anyKeys(keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`any(array(select unnest(${keys}::bigint[])))`;
}

/**
 * Returns the columns of whole rows of a table, for the results of a prepared statement: PostgreSQL refuses to run a statement with `*`
 * again once the table has another column, which a newer version may add while this one runs.
 */
export function wholeRow(table: keyof typeof columns, name: string = table): RawBuilder<unknown> {
  return sql.join(columns[table].map(column => sql.ref(`${name}.${column}`)));
}

/**
 * Runs a statement that Kysely has built, prepared as above. Each different text stays prepared on every connection, so
 * use it only for statements of a few forms.
 */
export async function runPrepared<Row extends object>(
  db: Database,
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  return run<Row>(db, preparedNames.get(text) ?? hash('sha256', text, 'base64url'), text, [...parameters]);
}

async function run<Row extends object>(
  db: Database,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  preparedNames.set(text, name); // the connection of a transaction looks the name up, and runPrepared hashes each text only once
  const pool = findPool(db);
  const once = async () =>
    pool
      ? (await pool.query<Row>({ name: planName(name), text: planText(text), values })).rows
      : (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  try {
    return await once();
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error;
    renamePlans();
    if (!pool) throw error; // the transaction is lost
    return once();
  }
}

/** Whether a type that the statement returns has changed since it was prepared. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    codeOf(error) === '0A000' && /cached plan must not change result type/.test((error as Error).message)
  );
}

function textOf({ sql, parameters }: CompiledQuery): string {
  if (parameters.length > 0)
    throw new Error('a prepared statement contains values that are not its parameters');
  return sql;
}
