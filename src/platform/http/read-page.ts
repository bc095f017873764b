import type { SelectQueryBuilder } from 'kysely';
import type { Page } from './query.ts';

/** Reads one page of the rows of an ordered query, and the total on all pages. */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, page_size }: Page,
): Promise<{ results: Row[]; count: number }> {
  const results = (await rows
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()) as Row[];
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return { results, count };
}
