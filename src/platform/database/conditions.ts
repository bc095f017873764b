import { type RawBuilder, sql } from 'kysely';

type Column = RawBuilder<unknown>;

/** Matches times from `start` up to but not including `end`; either may be missing. */
export function within(
  column: Column,
  start: string | undefined,
  end: string | undefined,
): RawBuilder<boolean>[] {
  return [
    ...(start === undefined ? [] : [sql<boolean>`${column} >= ${start}`]),
    ...(end === undefined ? [] : [sql<boolean>`${column} < ${end}`]),
  ];
}

/** Matches columns that contain the text; `%` and `_` are taken literally. */
export function containing(column: Column, part: string): RawBuilder<boolean> {
  return sql`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Whether the filters stored in `column` have a condition on the field with this value. */
export function namedIn(column: Column, field: string, value: string): RawBuilder<boolean> {
  return sql`jsonb_path_exists(${column}, '$.**.filters[*] ? (@.field == $field && @.value == $value)',
    jsonb_build_object('field', ${field}::text, 'value', ${value}::text))`;
}

/**
 * Returns the condition that a column has this value, in a form that PostgreSQL only checks, so that it looks rows up by the other
 * conditions, such as an id. If it could choose, and its statistics were those of a nearly empty table, it might read all rows of the
 * newsletter instead.
 */
export function checked(column: string, value: unknown): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} = ${value}) is true`;
}
