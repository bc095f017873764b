import type { FilterGroup } from '../../audience/filter/filter.ts';
import { resolveFilter } from '../../audience/filter/resolve.ts';
import { whoMatches } from '../../audience/subscribers/matching.ts';
import type { TagDirectory } from '../../audience/tags/resolve.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type EventValues, withEvent } from '../definition/filters.ts';

/** Somebody to whom a filter is applied, because of an event. */
export type Asked = { subscriber_key: number | null; data: unknown };

/**
 * Returns those of these people for whom the filter holds at `now`. One statement serves all for whom the event has the same meaning. A
 * filter without conditions on people also holds for an event that is not about a person. Throws `filter_too_slow`.
 */
export async function whomItHolds<Who extends Asked>(
  trx: Database,
  newsletter_key: number,
  group: FilterGroup | null,
  asked: readonly Who[],
  { now, tags }: { now: Date; tags: TagDirectory },
): Promise<Set<Who>> {
  if (group === null) return new Set(asked);
  const holding = new Set<Who>();
  const byMeaning = Map.groupBy(asked, one => JSON.stringify(withEvent(group, eventValues(one.data, tags))));
  for (const [written, those] of byMeaning) {
    const meaning: FilterGroup | boolean = JSON.parse(written);
    if (meaning === false) continue;
    const found =
      meaning === true
        ? null
        : await whoMatches(
            trx,
            await resolveFilter(trx, newsletter_key, meaning, now.toISOString()),
            keysOf(those),
          );
    for (const one of those)
      if (found === null || (one.subscriber_key !== null && found.has(one.subscriber_key))) holding.add(one);
  }
  return holding;
}

function keysOf(asked: readonly Asked[]): number[] {
  return [...new Set(asked.flatMap(({ subscriber_key }) => subscriber_key ?? []))];
}

/** Returns the details of an event as filters see them. Tags may be given by id or name. */
export function eventValues(given: unknown, tags: TagDirectory): EventValues {
  const data = (given ?? {}) as Record<string, unknown>;
  const tagged = (keys: unknown) => {
    const known = Array.isArray(keys) ? keys.filter(key => typeof key === 'number') : [];
    return [...tags.ids(known), ...tags.names(known)];
  };
  const metadata = typeof data.metadata === 'object' && data.metadata !== null ? data.metadata : {};
  return {
    'event.url': texts(data.url),
    'event.email_id': texts(data.email_id),
    'event.added_tag': tagged(data.added),
    'event.removed_tag': tagged(data.removed),
    'event.from': texts(data.from),
    'event.to': texts(data.to),
    'event.answer': texts(data.answer),
    'event.referral_count': texts(data.referral_count),
    'event.survey': [...texts(data.survey), ...texts(data.survey_id)],
    ...Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [`event.metadata.${key}`, texts(value)]),
    ),
  };
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  return value === null || value === undefined || typeof value === 'object' ? [] : [String(value)];
}
