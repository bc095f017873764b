import { type RawBuilder, sql } from 'kysely';
import { type Database, poolOf } from './connect.ts';

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
