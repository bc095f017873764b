import { type Insertable, sql, type Updateable } from 'kysely';
import { namedIn } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Segments } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import { findRequesters, findUses } from '../tags/uses.ts';
import type { Segment } from './segment.ts';

export async function insertSegment(db: Database, row: Insertable<Segments>): Promise<Segment> {
  return db.insertInto('segments').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findSegment(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Segment | undefined> {
  return selectSegment(db, newsletter_key, id)?.executeTakeFirst();
}

/** Like findSegment, but locks the segment: nobody else changes or uses it before the transaction ends. */
export async function lockSegment(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<Segment | undefined> {
  return selectSegment(trx, newsletter_key, id)?.forUpdate().executeTakeFirst();
}

/** A page of the newsletter's segments, oldest first. */
export async function listSegments(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('segments').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key'), page);
}

/** Those of the newsletter's segments with these ids, oldest first. */
export async function listSegmentsByIds(
  db: Database,
  newsletter_key: number,
  ids: string[],
): Promise<Pick<Segment, 'id' | 'name' | 'changed_by'>[]> {
  return db
    .selectFrom('segments')
    .select(['id', 'name', 'changed_by'])
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('key')
    .execute();
}

export async function updateSegmentRow(
  trx: Database,
  key: number,
  changes: Updateable<Segments>,
): Promise<Segment> {
  return trx
    .updateTable('segments')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSegmentRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('segments').where('key', '=', key).execute();
}

/** The emails that use the segment and whose audience is not fixed yet, and the automations. */
export async function findUsesOfSegment(
  db: Database,
  { newsletter_key, id }: Segment,
): Promise<{ emails: string[]; automations: string[] }> {
  return findUses(db, newsletter_key, naming(id), ['draft', 'scheduled', 'about_to_send', 'errored']);
}

/** Who asked for the emails that will go out by themselves, and for the automations, that use the segment. */
export async function findRequestersOf(
  db: Database,
  { newsletter_key, id }: Segment,
): Promise<(string | null)[]> {
  return findRequesters(db, newsletter_key, naming(id));
}

function naming(id: string) {
  return namedIn(sql`filters`, 'subscriber.segment', id);
}

function selectSegment(db: Database, newsletter_key: number, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('segments')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id);
}
