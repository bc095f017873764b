import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import type { DB } from '../../platform/database/schema.ts';
import { InputError } from '../../platform/http/errors.ts';
import { hasEmptyFilter, type Page } from '../../platform/http/query.ts';
import type { AuditFilters, AuditRow } from './entry.ts';

/** Whose entries are visible: those of one newsletter, or all. */
export type Sight = { newsletter_id: string | undefined };

const atOnce = 1000;

/**
 * A page of entries, newest first. `cursor` is where the page begins; a page with a cursor is found immediately, however
 * many come before it. Throws `request_invalid` for a cursor that no page had.
 */
export async function listAudit(
  db: Database,
  sight: Sight,
  { cursor, ...filters }: AuditFilters & Page & { cursor?: string | undefined },
): Promise<{ results: AuditRow[]; count: number; cursor: string | undefined }> {
  const rows = matching(db, sight, filters).selectAll().orderBy('key', 'desc');
  const after = cursor ? readCursor(cursor) : undefined;
  const { results, count } = after
    ? {
        results: await rows.where('key', '<', after.key).limit(filters.page_size).execute(),
        count: after.count,
      }
    : await readPage(rows, filters);
  const last = results.at(-1);
  return { results, count, cursor: last && writeCursor({ key: last.key, count }) };
}

/** The entry before a page, and how many entries there are on all pages. */
type Place = { key: number; count: number };
const placeFields = z.tuple([z.int().min(0), z.int().min(0)]);

function writeCursor({ key, count }: Place): string {
  return Buffer.from(JSON.stringify([key, count])).toString('base64url');
}

function readCursor(text: string): Place {
  try {
    const [key, count] = placeFields.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { key, count };
  } catch {
    throw new InputError(['cursor'], 'is invalid; use the address in `next` unchanged, or omit the cursor');
  }
}

/** All matching entries, oldest first, streamed from the database. */
export async function* readAudit(
  db: Database,
  sight: Sight,
  filters: AuditFilters,
): AsyncGenerator<AuditRow> {
  for (let after = 0; ; ) {
    const rows = await matching(db, sight, filters)
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(atOnce)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.key;
  }
}

function matching(
  db: Database,
  { newsletter_id }: Sight,
  filters: AuditFilters,
): SelectQueryBuilder<DB, 'audit_log', object> {
  let entries = db.selectFrom('audit_log');
  if (hasEmptyFilter(filters)) return entries.where(sql<boolean>`false`);
  if (newsletter_id !== undefined) entries = entries.where('newsletter_id', '=', newsletter_id);
  for (const name of ['newsletter_id', 'action', 'actor_id', 'object_id'] as const) {
    const values = filters[name];
    if (values) entries = entries.where(sql<boolean>`${sql.ref(name)}::text = any(${values}::text[])`);
  }
  const { creation_date__start: start, creation_date__end: end } = filters;
  if (start) entries = entries.where('creation_date', '>=', start);
  if (end) entries = entries.where('creation_date', '<', end);
  return entries;
}
