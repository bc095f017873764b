import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { isId } from '../../platform/ids.ts';
import { readField } from './fields.ts';
import { conditionsOf, type FilterGroup, filterGroup, mapConditions } from './filter.ts';
import { listKeys, listRecentEmails, listSegmentsNamed } from './queries.ts';

/** A filter with all that it means at one moment, so that it means the same for as long as it is kept. */
export const resolvedFilter = z.object({
  newsletter_key: z.int(),
  /** What "30 days ago" counts from. */
  as_of: z.string(),
  /** Segments are written out. */
  group: filterGroup,
  /** The keys of the tags and emails that are named, by id. What is not there is nobody's. */
  tags: z.record(z.string(), z.int()),
  emails: z.record(z.string(), z.int()),
  /** The keys of the emails that went out last, newest first: as many as a count looks back over. */
  recent: z.array(z.int()),
});
export type ResolvedFilter = z.output<typeof resolvedFilter>;

/** What the filter means now, or at `as_of`. A segment that is gone, like a tag, is nobody's. */
export async function resolveFilter(
  db: Database,
  newsletter_key: number,
  filter: FilterGroup,
  as_of: string = new Date().toISOString(),
): Promise<ResolvedFilter> {
  const group = await writeOutSegments(db, newsletter_key, filter);
  const fields = conditionsOf(group).map(condition => ({ condition, field: readField(condition.field) }));
  const named = (kind: 'tags' | 'email') =>
    fields.filter(({ field }) => field?.kind === kind).map(({ condition }) => condition.value);
  const last = fields.map(({ field }) => (field?.kind === 'count' ? field.last : 0));
  return {
    newsletter_key,
    as_of,
    group,
    tags: keysById(await listKeys(db, 'tags', newsletter_key, named('tags'))),
    emails: keysById(await listKeys(db, 'emails', newsletter_key, named('email'))),
    recent: await listRecentEmails(db, newsletter_key, Math.max(0, ...last)),
  };
}

/** The filter with the filter of each segment in the place of its name. */
async function writeOutSegments(
  db: Database,
  newsletter_key: number,
  filter: FilterGroup,
): Promise<FilterGroup> {
  const isSegment = (field: string) => readField(field)?.kind === 'segment';
  const ids = conditionsOf(filter).flatMap(({ field, value }) => (isSegment(field) ? [value] : []));
  if (ids.length === 0) return filter;
  const segments = await listSegmentsNamed(db, newsletter_key, ids.filter(isId));
  const filters = new Map(segments.map(segment => [segment.id, filterGroup.parse(segment.filters)]));
  return mapConditions(filter, condition => {
    const found = isSegment(condition.field) && filters.get(condition.value);
    if (!found) return condition;
    return condition.operator === 'equals' ? found : { filters: [], groups: [found], predicate: 'not' };
  });
}

function keysById(rows: { id: string; key: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
}
