import { type RawBuilder, sql } from 'kysely';
import { type Database, poolOf } from './connect.ts';

/**
 * A statement that every connection reads and plans once, however often it runs: for the few that run hundreds of times a
 * second, where reading and planning would cost more than the work. Inside a transaction it is a statement like any other. `name` is its own;
 * `write` gets its parameters by name and may use each as often as it likes.
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
    if (db.isTransaction) {
      const given = parameters.map(parameter => [parameter, sql`${values[parameter]}`] as const);
      return (await write(Object.fromEntries(given) as Record<keyof Values, RawBuilder<unknown>>).execute(db))
        .rows;
    }
    text ??= statement.compile(db).sql;
    const result = await poolOf(db).query<Row>({
      name,
      text,
      values: parameters.map(parameter => values[parameter]),
    });
    return result.rows;
  };
}
