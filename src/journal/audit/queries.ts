import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { DB } from '../../platform/database/schema.ts';
import { cursorOf } from '../../platform/http/cursor.ts';
import { hasEmptyFilter, type Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { AuditFilters, AuditRow } from './entry.ts';

/** Which entries are visible: those of one newsletter, or all. */
export type Sight = { newsletter_id: string | undefined };

const atOnce = 1000;
/** A cursor has the key of the entry before a page, and the number of entries on all pages. */
const places = cursorOf(z.tuple([z.int().min(0), z.int().min(0)]));

/**
 * Lists a page of entries, newest first. `cursor` is where the page begins; a page with a cursor is found immediately, however many come
 * before it. Throws `request_invalid` for a cursor that no page had.
 */
export async function listAudit(
  db: Database,
  sight: Sight,
  { cursor, ...filters }: AuditFilters & Page & { cursor?: string | undefined },
): Promise<{ results: AuditRow[]; count: number; cursor: string | undefined }> {
  const rows = matching(db, sight, filters).selectAll().orderBy('key', 'desc');
  const after = cursor ? places.read(cursor) : undefined;
  const { results, count } = after
    ? {
        results: await rows.where('key', '<', after[0]).limit(filters.page_size).execute(),
        count: after[1],
      }
    : await readPage(rows, filters);
  const last = results.at(-1);
  return { results, count, cursor: last && places.write([last.key, count]) };
}

/** Reads all matching entries, oldest first, streamed from the database. */
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
