import { hash } from 'node:crypto';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Database, findPool } from './connect.ts';

/**
 * A statement that each connection parses and plans only once, for the few statements that run hundreds of times a
 * second, where parsing and planning would cost more than the work. Inside a transaction it runs unprepared. `name`
 * must be unique; `write` receives the parameters by name and may use each several times.
 */
export function prepare<Values extends Record<string, unknown>, Row extends object>(
  name: string,
  parameters: readonly (keyof Values & string)[],
  write: (parameters: Record<keyof Values, RawBuilder<unknown>>) => RawBuilder<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const numbered = parameters.map((parameter, at) => [parameter, sql.raw(`$${at + 1}`)] as const);
  const statement = write(Object.fromEntries(numbered) as Record<keyof Values, RawBuilder<unknown>>);
  let text: string | undefined;
  return async (db, values) => {
    const pool = findPool(db);
    if (!pool) {
      const given = parameters.map(parameter => [parameter, sql`${values[parameter]}`] as const);
      return (await write(Object.fromEntries(given) as Record<keyof Values, RawBuilder<unknown>>).execute(db))
        .rows;
    }
    text ??= textOf(statement.compile(db));
    const result = await pool.query<Row>({
      name,
      text,
      values: parameters.map(parameter => values[parameter]),
    });
    return result.rows;
  };
}

/**
 * Runs a statement that Kysely has built, prepared as above. Each different text stays prepared on every connection, so
 * use it only for statements of a few forms.
 */
export async function runPrepared<Row extends object>(
  db: Database,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  const pool = findPool(db);
  if (!pool) return (await db.executeQuery(statement)).rows;
  const { sql: text, parameters } = statement;
  const result = await pool.query<Row>({
    name: hash('sha256', text, 'base64url'),
    text,
    values: [...parameters],
  });
  return result.rows;
}

function textOf({ sql, parameters }: CompiledQuery): string {
  if (parameters.length > 0)
    throw new Error('a prepared statement contains values that are not its parameters');
  return sql;
}
