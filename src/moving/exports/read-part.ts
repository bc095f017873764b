import { sql } from 'kysely';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';

/** How many lines are in memory at once. */
const atOnce = 500;

/** The number of lines in the part. */
export async function countLines(trx: Database, part: AnyPart, context: BundleContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${part.rows(context)}) line`.execute(trx);
  return rows[0]!.count;
}

/** The lines of a part as JSON, in batches, from the transaction's snapshot. */
export async function* readPart(
  trx: Database,
  part: AnyPart,
  context: BundleContext,
): AsyncGenerator<string[]> {
  yield* readCursor<{ line: string }, string>(
    trx,
    sql`select row_to_json(line)::text as line from (${part.rows(context)}) line`,
    ({ line }) => line,
  );
}

/** The lines of a part as objects. */
export async function* readObjects(
  trx: Database,
  part: AnyPart,
  context: BundleContext,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const lines of readPart(trx, part, context)) yield lines.map(line => JSON.parse(line));
}

async function* readCursor<Row, Item>(
  trx: Database,
  select: ReturnType<typeof sql>,
  read: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  await sql`declare lines no scroll cursor for ${select}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from lines`.execute(trx);
    if (rows.length > 0) yield rows.map(read);
    if (rows.length < atOnce) break;
  }
  await sql`close lines`.execute(trx);
}
