import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../platform/database/connect.ts';
import { domainError, type ErrorCode } from '../../platform/errors.ts';
import { holdTagsNamed } from '../tags/queries.ts';
import { normalName } from '../tags/tag.ts';
import { readField } from './fields.ts';
import { type Condition, conditionsOf, type FilterGroup, mapConditions } from './filter.ts';
import { demandKnown } from './known.ts';
import { holdSegmentsNamed, listKeys } from './queries.ts';

/**
 * Returns the filter to store, with tags, segments and emails by id. None of them is deleted before the transaction ends. A
 * filter equal to the stored one is accepted whatever has been deleted since. Throws `tag_invalid`, and `code` for a
 * segment or email that the newsletter does not have, and for an email whose deliveries are no longer kept.
 */
export async function settleFilter(
  trx: Database,
  newsletter_key: number,
  filter: FilterGroup,
  code: ErrorCode,
  kept?: unknown,
): Promise<FilterGroup> {
  if (isDeepStrictEqual(filter, kept)) return filter;
  const words = (kind: 'tags' | 'segment' | 'email') => [
    ...new Set(
      conditionsOf(filter)
        .filter(condition => names(condition, kind))
        .map(({ value }) => value.trim()),
    ),
  ];
  const emails = words('email');
  const there = new Set((await listKeys(trx, 'emails', newsletter_key, emails)).map(({ id }) => id));
  const missing = emails.find(word => !there.has(word.toLowerCase()));
  if (missing !== undefined)
    throw domainError(code, 'audience.no_email_in_filter', { id: missing.slice(0, 100) });
  await demandKnown(trx, newsletter_key, emails, code);
  const tagWords = words('tags');
  const tags = idsOf(tagWords, await holdTagsNamed(trx, newsletter_key, tagWords), word => {
    throw domainError('tag_invalid', 'audience.no_tag_in_filter', { word });
  });
  const segmentWords = words('segment');
  const segments = idsOf(segmentWords, await holdSegmentsNamed(trx, newsletter_key, segmentWords), word => {
    throw domainError(code, 'audience.no_segment_in_filter', { word });
  });
  return mapConditions(filter, condition => {
    const value = condition.value.trim();
    if (names(condition, 'tags')) return { ...condition, value: tags.get(value)! };
    if (names(condition, 'segment')) return { ...condition, value: segments.get(value)! };
    return names(condition, 'email') ? { ...condition, value: value.toLowerCase() } : condition;
  });
}

function names({ field, operator }: Condition, kind: string): boolean {
  return readField(field)?.kind === kind && operator !== 'is_empty' && operator !== 'is_not_empty';
}

/** Returns the id for each word, given as an id or a name. */
function idsOf(
  words: string[],
  rows: { id: string; normal_name: string }[],
  refuse: (word: string) => never,
): Map<string, string> {
  const ids = new Map(rows.flatMap(row => [[row.normal_name, row.id] as const, [row.id, row.id] as const]));
  const find = (word: string) => ids.get(word.toLowerCase()) ?? ids.get(normalName(word));
  return new Map(words.map(word => [word, find(word) ?? refuse(word.slice(0, 100))]));
}
