import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { lockSubscribers } from './queries.ts';
import { type Changed, updateAndTell } from './update-many.ts';

/** The longest notes, in characters. */
export const mostNotes = 20_000;

/** Adds a paragraph to the notes of each subscriber, unless the notes would become too long. */
export async function addNotes(
  trx: Database,
  newsletter_key: number,
  keys: number[],
  paragraph: string,
): Promise<Changed> {
  const before = await lockSubscribers(trx, newsletter_key, keys);
  const after = sql<string>`case when notes = '' then '' else notes || E'\n\n' end || ${paragraph}::text`;
  const { rows } = await sql<{ key: number }>`
    select key from subscribers
    where key = any(${before.map(({ key }) => key)}::bigint[]) and length(${after}) <= ${mostNotes}`.execute(
    trx,
  );
  const fitting = new Set(rows.map(({ key }) => key));
  const wanting = before.filter(({ key }) => fitting.has(key));
  const fields = new Map(wanting.map(({ key }) => [key, ['notes']]));
  return updateAndTell(trx, before, wanting, { notes: after }, fields);
}

/** Renames a metadata key of the subscribers who have it. Those in `taken` have the new name too, and are left alone. */
export async function renameMetadata(
  trx: Database,
  newsletter_key: number,
  keys: number[],
  { from, to }: { from: string; to: string },
): Promise<Changed & { taken: Set<number> }> {
  const before = await lockSubscribers(trx, newsletter_key, keys);
  const { rows } = await sql<{ key: number; is_taken: boolean }>`
    select key, jsonb_exists(metadata, ${to}::text) as is_taken from subscribers
    where key = any(${before.map(({ key }) => key)}::bigint[]) and jsonb_exists(metadata, ${from}::text)`.execute(
    trx,
  );
  const taken = new Set(rows.filter(row => row.is_taken).map(({ key }) => key));
  const free = new Set(rows.filter(row => !row.is_taken).map(({ key }) => key));
  const wanting = before.filter(({ key }) => free.has(key));
  const fields = new Map(wanting.map(({ key }) => [key, [`metadata.${from}`, `metadata.${to}`]]));
  const metadata = sql<string>`(metadata - ${from}::text) || jsonb_build_object(${to}::text, metadata -> ${from}::text)`;
  return { ...(await updateAndTell(trx, before, wanting, { metadata }, fields)), taken };
}
