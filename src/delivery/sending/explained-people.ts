import type { DigestFrequency } from '../../accounts/digests.ts';
import { readField } from '../../audience/filter/fields.ts';
import { conditionsOf, type FilterGroup, mapConditions } from '../../audience/filter/filter.ts';
import { faultOfSize } from '../../audience/filter/limits.ts';
import { listNames } from '../../audience/filter/queries.ts';
import type { ResolvedFilter } from '../../audience/filter/resolve.ts';
import type { AudienceRule } from '../../emails/audience.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { MailState, SubscriberType } from '../../platform/database/schema.ts';

/** Makes filters for a search that find the people an explanation counts; null where no filter can. */
export type PeopleFinder = {
  /** Everybody for whom all of the rules hold. */
  audience(): FilterGroup | null;
  /** The people whom the rule at this place is the first to exclude, only those of a type if one is given. */
  excludedBy(at: number, type: SubscriberType | null): FilterGroup | null;
};

/** A filter with more characters is not repeated for each rule. */
const longestFilter = 100_000;

/**
 * Makes the finder for these rules of an email's audience. There is no filter for the people of a deleted tag, because no filter can name
 * it. No filter is larger than a search accepts.
 */
export async function findPeopleBy(
  db: Database,
  filter: ResolvedFilter,
  rules: AudienceRule[],
): Promise<PeopleFinder> {
  const rows = await listNames(db, filter.newsletter_key, {
    tags: Object.values(filter.tags),
    emails: [],
    segments: [],
  });
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const isLong = JSON.stringify(filter.group).length > longestFilter;
  const groups = rules.map(rule => groupOf(rule, word => ids.get(filter.tags[word] ?? 0)));
  const allOf = (members: (FilterGroup | null)[]): FilterGroup | null => {
    const known = members.filter(member => member !== null);
    if (isLong || known.length < members.length) return null;
    const all: FilterGroup = { filters: [], groups: known, predicate: 'and' };
    return faultOfSize(all) === undefined ? all : null;
  };
  return {
    audience: () => allOf(groups),
    excludedBy(at, type) {
      const own = groups[at];
      const rule = rules[at]!;
      // Some people of the type `paused` get the email: those whose plan is paused. Only those who have paused their mail are excluded.
      const only =
        type === 'paused' && 'types' in rule && rule.types.includes(type) ? [mailIs('paused')] : [];
      if (type !== null) return allOf([...groups.slice(0, at), ofTypes([type]), ...only]);
      return allOf([
        ...groups.slice(0, at),
        own ? { filters: [], groups: [own], predicate: 'not' as const } : null,
      ]);
    },
  };
}

function groupOf(rule: AudienceRule, idOf: (word: string) => string | undefined): FilterGroup | null {
  // No filter can ask how many mails people have had.
  if ('cap' in rule) return null;
  if ('digest' in rule) return rule.digest === 'as_frozen' ? null : wantsOther(rule.digest);
  // An empty group means everybody, and no type means nobody.
  if ('types' in rule) {
    if (rule.types.length === 0) return null;
    const types = ofTypes(rule.types);
    if (!rule.types.includes('paused')) return types;
    return { filters: [], groups: [types, mailIs('subscribed')], predicate: 'and' };
  }
  const isTag = (field: string) => readField(field)?.kind === 'tags';
  const tags = conditionsOf(rule.group).filter(({ field, value }) => isTag(field) && value !== '');
  if (tags.some(({ value }) => idOf(value) === undefined)) return null;
  return mapConditions(rule.group, condition =>
    isTag(condition.field) ? { ...condition, value: idOf(condition.value) ?? '' } : condition,
  );
}

function wantsOther(value: DigestFrequency): FilterGroup {
  return {
    filters: [{ field: 'subscriber.frequency', operator: 'not_equals', value }],
    groups: [],
    predicate: 'and',
  };
}

function mailIs(value: MailState): FilterGroup {
  return {
    filters: [{ field: 'subscriber.mail_state', operator: 'equals', value }],
    groups: [],
    predicate: 'and',
  };
}

function ofTypes(types: readonly SubscriberType[]): FilterGroup {
  return {
    filters: types.map(value => ({ field: 'subscriber.type', operator: 'equals', value })),
    groups: [],
    predicate: 'or',
  };
}
