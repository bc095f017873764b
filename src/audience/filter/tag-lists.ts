import type { Database } from '../../platform/database/connect.ts';
import { domainError, type ErrorCode } from '../../platform/errors.ts';
import { resolveTags, type TagDirectory } from '../tags/resolve.ts';
import { type FilterGroup, filterGroup, filterInput, isEmptyGroup } from './filter.ts';
import { listKeys } from './queries.ts';
import { settleFilter } from './settle.ts';

/** The audience of an email, as stored: two lists of tags, or filters with empty lists if tags cannot express them. */
type Kept = { included_tags: number[]; excluded_tags: number[]; filters: unknown };

/** Returns the audience in the form of filters. */
export function showFilters(
  tags: TagDirectory,
  { included_tags, excluded_tags, filters }: Kept,
): FilterGroup {
  if (filters !== null) return filterGroup.parse(filters);
  const conditions = (operator: 'contains' | 'not_contains', keys: number[]) =>
    tags.ids(keys).map(value => ({ field: 'subscriber.tags', operator, value }));
  return {
    filters: [...conditions('contains', included_tags), ...conditions('not_contains', excluded_tags)],
    groups: [],
    predicate: 'and',
  };
}

const description =
  'Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty';

/** Filters as clients send them; null means the same as omitting them. */
export const filtersInput = filterInput
  .nullish()
  .transform(value => value ?? undefined)
  .describe(description);

/** Like filtersInput, but null means that there are none. */
export const filtersUpdate = filterInput
  .nullish()
  .transform((value): FilterGroup | undefined =>
    value === null ? { filters: [], groups: [], predicate: 'and' } : value,
  )
  .describe(description);

type Asked = {
  included_tags?: string[] | undefined;
  excluded_tags?: string[] | undefined;
  filters?: FilterGroup | undefined;
};
type Settled = {
  included_tags?: number[] | undefined;
  excluded_tags?: number[] | undefined;
  filters?: FilterGroup | null | undefined;
};

/**
 * Applies a request to the stored audience, or leaves it as it is if the request does not mention it. Throws `tag_invalid`, and `code` for
 * filters that use missing objects, or that contradict the tags: the two would mail different people.
 */
export async function settleAudience(
  trx: Database,
  newsletter_key: number,
  { filters, ...lists }: Asked,
  code: ErrorCode,
  kept?: Kept,
): Promise<Settled> {
  const own = {
    included_tags:
      lists.included_tags && (await resolveTags(trx, newsletter_key, lists.included_tags, 'included_tags')),
    excluded_tags:
      lists.excluded_tags && (await resolveTags(trx, newsletter_key, lists.excluded_tags, 'excluded_tags')),
  };
  const shownEmpty = kept !== undefined && kept.filters !== null;
  const said = Object.entries(own).filter(([, keys]) => keys && !(shownEmpty && keys.length === 0));
  if (!filters) {
    if (!shownEmpty) return own;
    if (said.length === 0) return {};
    throw domainError(code, 'audience.tags_and_filters', { field: said[0]![0] });
  }
  const settled = await asTagLists(
    trx,
    newsletter_key,
    await settleFilter(trx, newsletter_key, filters, code, kept?.filters),
  );
  for (const [name, keys] of said)
    if (!isSameSet(keys!, settled[name as keyof typeof own]))
      throw domainError(code, 'audience.filters_contradict', { field: name });
  return settled;
}

/** Returns the filter as two lists of tags, if it says only that people have all of some tags and none of others. */
async function asTagLists(
  trx: Database,
  newsletter_key: number,
  group: FilterGroup,
): Promise<Required<{ [Name in keyof Settled]: Exclude<Settled[Name], undefined> }>> {
  const { filters, groups, predicate } = group;
  const isFlat =
    groups.every(isEmptyGroup) &&
    (filters.length === 0 || predicate === 'and' || (predicate === 'or' && filters.length === 1)) &&
    filters.every(({ field, operator }) => field === 'subscriber.tags' && /^(not_)?contains$/.test(operator));
  if (!isFlat) return { included_tags: [], excluded_tags: [], filters: group };
  const ids = filters.map(({ value }) => value);
  const keys = new Map((await listKeys(trx, 'tags', newsletter_key, ids)).map(({ id, key }) => [id, key]));
  const list = (wanted: string) => [
    ...new Set(
      filters.flatMap(({ operator, value }) => (operator === wanted ? (keys.get(value) ?? []) : [])),
    ),
  ];
  return { included_tags: list('contains'), excluded_tags: list('not_contains'), filters: null };
}

function isSameSet(one: number[], other: number[]): boolean {
  return one.length === other.length && one.every(key => other.includes(key));
}
