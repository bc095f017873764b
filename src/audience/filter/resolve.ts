import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { readField } from './fields.ts';
import { conditionsOf, type FilterGroup, filterGroup } from './filter.ts';
import { demandKnown } from './known.ts';
import { listKeys, listRecentEmails, listSegmentsNamed } from './queries.ts';

/** A filter with everything that it means at one moment, so that its meaning does not change while it is kept. */
export const resolvedFilter = z.object({
  newsletter_key: z.int(),
  /** The moment from which "30 days ago" counts. */
  as_of: z.string(),
  group: filterGroup,
  /** The filters of the segments that this filter uses, and the keys of its tags and emails by id. Missing ones match nobody. */
  segments: z.record(z.string(), filterGroup),
  tags: z.record(z.string(), z.int()),
  emails: z.record(z.string(), z.int()),
  /** The keys of the latest emails sent, newest first: as many as a count looks back over. */
  recent: z.array(z.int()),
});
export type ResolvedFilter = z.output<typeof resolvedFilter>;

/**
 * The most conditions of a filter, including those of its segments each time it uses one: every condition becomes a part of one statement.
 */
const mostInAll = 5000;

/**
 * Returns the filter's meaning now or at `as_of`. A segment or tag that no longer exists matches nobody. Throws `filter_invalid` for an
 * email whose deliveries are no longer kept, and for more than 5,000 conditions with those of the segments.
 */
export async function resolveFilter(
  db: Database,
  newsletter_key: number,
  group: FilterGroup,
  as_of: string = new Date().toISOString(),
): Promise<ResolvedFilter> {
  const segments = await readSegments(db, newsletter_key, group);
  refuseMany(group, segments);
  const fields = [group, ...Object.values(segments)]
    .flatMap(conditionsOf)
    .map(condition => ({ condition, field: readField(condition.field) }));
  const named = (kind: 'tags' | 'email') =>
    fields.filter(({ field }) => field?.kind === kind).map(({ condition }) => condition.value);
  await demandKnown(db, newsletter_key, named('email'), 'filter_invalid');
  const last = fields.map(({ field }) => (field?.kind === 'count' ? field.last : 0));
  return {
    newsletter_key,
    as_of,
    group,
    segments,
    tags: keysById(await listKeys(db, 'tags', newsletter_key, named('tags'))),
    emails: keysById(await listKeys(db, 'emails', newsletter_key, named('email'))),
    recent: await listRecentEmails(db, newsletter_key, Math.max(0, ...last)),
  };
}

/** Reads the filters of the segments that the group uses, by id; a segment that no longer exists has none. */
export async function readSegments(
  db: Database,
  newsletter_key: number,
  group: FilterGroup,
): Promise<Record<string, FilterGroup>> {
  const ids = conditionsOf(group).flatMap(({ field, value }) =>
    readField(field)?.kind === 'segment' && isId(value) ? [value] : [],
  );
  if (ids.length === 0) return {};
  const segments = await listSegmentsNamed(db, newsletter_key, ids);
  return Object.fromEntries(segments.map(({ id, filters }) => [id, filterGroup.parse(filters)]));
}

function refuseMany(group: FilterGroup, segments: ResolvedFilter['segments']): void {
  const sizes = new Map(Object.entries(segments).map(([id, segment]) => [id, conditionsOf(segment).length]));
  const all = conditionsOf(group).reduce((sum, { field, value }) => {
    const size = readField(field)?.kind === 'segment' ? sizes.get(value) : undefined;
    return sum + (size ?? 1);
  }, 0);
  if (all > mostInAll)
    throw domainError('filter_invalid', 'audience.too_many_conditions', { all, most: mostInAll });
}

function keysById(rows: { id: string; key: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
}
