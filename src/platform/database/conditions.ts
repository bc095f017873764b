import { type RawBuilder, sql } from 'kysely';

type Column = RawBuilder<unknown>;

/** What stands between an instant and another, which does not belong to the period; either may be missing. */
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

/** What has the text in it, its own `%` and `_` taken literally. */
export function containing(column: Column, part: string): RawBuilder<boolean> {
  return sql`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}
