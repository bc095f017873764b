import { sql } from 'kysely';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';

/**
 * The most lines that are in memory at once. Their characters are limited, too, and the first batches are small, because some lines are
 * very long.
 */
const mostAtOnce = 500;
const charactersAtOnce = 256 << 10;
const firstAtOnce = 8;

/** Counts the lines of the part. */
export async function countLines(trx: Database, part: AnyPart, context: BundleContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${part.rows(context)}) line`.execute(trx);
  return rows[0]!.count;
}

/** Reads the lines of a part as JSON, in batches, from the transaction's snapshot. */
export async function* readPart(
  trx: Database,
  part: AnyPart,
  context: BundleContext,
): AsyncGenerator<string[]> {
  await sql`declare lines no scroll cursor for
    select row_to_json(line)::text as line from (${part.rows(context)}) line`.execute(trx);
  for (let count = firstAtOnce; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from lines`.execute(trx);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < count) break;
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    const fitting = Math.floor((charactersAtOnce * rows.length) / characters);
    count = Math.max(1, Math.min(mostAtOnce, 2 * count, fitting));
  }
  await sql`close lines`.execute(trx);
}

/** Reads the lines of a part as objects. */
export async function* readObjects(
  trx: Database,
  part: AnyPart,
  context: BundleContext,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const lines of readPart(trx, part, context)) yield lines.map(line => JSON.parse(line));
}
