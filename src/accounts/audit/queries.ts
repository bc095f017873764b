import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import type { DB } from '../../platform/database/schema.ts';
import { hasEmptyFilter, type Page } from '../../platform/http/query.ts';
import type { AuditFilters, AuditRow } from './entry.ts';

/** Whose entries are visible: those of one newsletter, or all. */
export type Sight = { newsletter_id: string | undefined };

const atOnce = 1000;

/** A page of entries, newest first. */
export async function listAudit(db: Database, sight: Sight, filters: AuditFilters & Page) {
  return readPage(matching(db, sight, filters).selectAll().orderBy('key', 'desc'), filters);
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
