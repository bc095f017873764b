import { type RawBuilder, sql } from 'kysely';
import { namedIn } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { conditionsOfSequence, findRequesters, findUses } from '../tags/uses.ts';
import type { Segment } from './segment.ts';

export const {
  insert: insertSegment,
  find: findSegment,
  lock: lockSegment,
  update: updateSegmentRow,
  remove: deleteSegmentRow,
} = rowsOf('segments');

/** Returns a page of the newsletter's segments, oldest first. */
export async function listSegments(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('segments').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key'), page);
}

/** Lists the newsletter's segments with these ids, oldest first. */
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

/** Finds the emails that use the segment and whose audience is not fixed yet, and the automations that use it. */
export async function findUsesOfSegment(
  db: Database,
  { newsletter_key, id }: Segment,
): Promise<{ emails: string[]; automations: string[] }> {
  return findUses(db, newsletter_key, naming(id), ['draft', 'scheduled', 'about_to_send', 'errored']);
}

/** Finds who asked for the emails that will go out by themselves, and for the automations, that use the segment. */
export async function findRequestersOf(
  db: Database,
  { newsletter_key, id }: Segment,
): Promise<(string | null)[]> {
  return findRequesters(db, newsletter_key, naming(id));
}

function naming(id: string) {
  const names = (conditions: RawBuilder<unknown>) => namedIn(conditions, 'subscriber.segment', id);
  return { names: names(sql`filters`), in_sequences: names(conditionsOfSequence) };
}
