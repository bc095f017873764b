import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Deed, readField } from './fields.ts';
import { type Condition, type FilterGroup, isEmptyGroup } from './filter.ts';
import { listNames } from './queries.ts';
import type { ResolvedFilter } from './resolve.ts';

/** The names of tags, segments and emails by id, and of tags by key as well. */
type Names = ReadonlyMap<string, string>;

/** Returns the names of everything that the filter uses. */
export async function namesOf(db: Database, filter: ResolvedFilter): Promise<Names> {
  const { newsletter_key, segments, tags, emails } = filter;
  const rows = await listNames(db, newsletter_key, {
    tags: Object.values(tags),
    emails: Object.values(emails),
    segments: Object.keys(segments),
  });
  const called = (kind: string, words: Record<string, number>) =>
    Object.entries(words).flatMap(([word, key]) =>
      rows.filter(row => row.kind === kind && row.key === key).map(({ name }) => [word, name] as const),
    );
  const saved = rows.filter(row => row.kind === 'segment').map(({ id, name }) => [id, name] as const);
  return new Map([...called('tag', tags), ...called('email', emails), ...saved]);
}

/** Describes people for whom the group does not hold, such as: lack the tag “beta”. */
export function describeLack(group: FilterGroup, names: Names): string {
  const [condition, ...others] = group.filters;
  if (condition && others.length === 0 && group.groups.every(isEmptyGroup) && group.predicate !== 'not') {
    const { operator, value } = condition;
    const known = names.get(value);
    const name = known && shorten(known);
    switch (readField(condition.field)?.kind) {
      case 'tags':
        if (operator === 'is_empty') return sentence('explain.have_tag');
        if (operator === 'is_not_empty') return sentence('explain.have_no_tag');
        if (name === undefined)
          return sentence(operator === 'contains' ? 'explain.lacks_deleted_tag' : 'explain.has_deleted_tag');
        return sentence(operator === 'contains' ? 'explain.lacks_tag' : 'explain.has_tag', { tag: name });
      case 'segment':
        if (name === undefined)
          return sentence(
            operator === 'equals' ? 'explain.not_in_deleted_segment' : 'explain.in_deleted_segment',
          );
        return sentence(operator === 'equals' ? 'explain.not_in_segment' : 'explain.in_segment', {
          segment: name,
        });
      case 'email':
        return describeDeed(condition, name ?? value);
      default:
    }
  }
  return sentence('explain.not_matching', { filter: describeGroup(group, names) });
}

/** How people who did something are described, and those who did not. */
const deeds = {
  sent: ['explain.got', 'explain.not_got'],
  opened: ['explain.opened', 'explain.not_opened'],
  opened_for_certain: ['explain.opened_for_certain', 'explain.not_opened_for_certain'],
  clicked: ['explain.clicked', 'explain.not_clicked'],
  opened_with_machines: ['explain.opened_or_fetched', 'explain.not_opened_or_fetched'],
  clicked_with_machines: ['explain.clicked_or_followed', 'explain.not_clicked_or_followed'],
} as const satisfies Record<Deed, unknown>;

function describeDeed({ field, operator }: Condition, email: string): string {
  const read = readField(field) as { deed: Deed };
  return sentence(deeds[read.deed][operator === 'contains' ? 1 : 0], { email });
}

function describeGroup({ filters, groups, predicate }: FilterGroup, names: Names): string {
  const members = [
    ...filters.map(condition => describeCondition(condition, names)),
    ...groups
      .filter(group => !isEmptyGroup(group))
      .map(group =>
        group.filters.length + group.groups.length > 1
          ? `(${describeGroup(group, names)})`
          : describeGroup(group, names),
      ),
  ];
  if (predicate === 'not')
    return members.length === 1 ? `not ${members[0]}` : `none of (${members.join('; ')})`;
  return members.join(` ${predicate} `);
}

function describeCondition({ field, operator, value }: Condition, names: Names): string {
  const words = `${field.replace(/^subscriber\./, '')} ${operator.replaceAll('_', ' ')}`;
  if (operator === 'is_empty' || operator === 'is_not_empty') return words;
  const kind = readField(field)?.kind;
  const isNamed = kind === 'tags' || kind === 'segment' || kind === 'email';
  return `${words} ${isNamed ? quote(names.get(value) ?? value) : quote(value)}`;
}

function quote(words: string): string {
  return `“${shorten(words)}”`;
}

function shorten(words: string): string {
  return words.length > 80 ? `${words.slice(0, 80)}…` : words;
}
