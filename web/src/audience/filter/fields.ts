import type { Filter, FilterGroup } from '../../../../src/client/schema.ts';
import { words } from '../../words.ts';

const said = words.filters;

/** The kind of a condition's value, which decides how the form asks for it. */
export type Kind =
  | 'tag'
  | 'type'
  | 'mail_state'
  | 'standing'
  | 'frequency'
  | 'segment'
  | 'text'
  | 'metadata'
  | 'survey'
  | 'form'
  | 'date'
  | 'rate'
  | 'email';
export type Operator = Filter['operator'];
export type FieldName = keyof typeof said.fields;

const texts: Operator[] = ['equals', 'not_equals', 'contains', 'not_contains', 'is_empty', 'is_not_empty'];
const dates: Operator[] = ['greater_than', 'less_than', 'is_not_empty', 'is_empty'];

const kinds: Record<Kind, { operators: Operator[]; words: Partial<Record<Operator, string>> }> = {
  tag: { operators: ['contains', 'not_contains', 'is_not_empty', 'is_empty'], words: said.has_operators },
  type: { operators: ['equals', 'not_equals'], words: said.operators },
  mail_state: { operators: ['equals', 'not_equals'], words: said.operators },
  standing: { operators: ['equals', 'not_equals'], words: said.operators },
  frequency: { operators: ['equals', 'not_equals'], words: said.operators },
  segment: { operators: ['equals', 'not_equals'], words: said.operators },
  text: { operators: texts, words: said.operators },
  metadata: { operators: [...texts, 'greater_than', 'less_than'], words: said.operators },
  survey: { operators: texts, words: said.operators },
  form: {
    operators: ['equals', 'not_equals', 'is_not_empty', 'is_empty'],
    words: said.operators,
  },
  date: { operators: dates, words: said.date_operators },
  rate: { operators: ['greater_than', 'less_than'], words: said.operators },
  email: { operators: ['contains', 'not_contains'], words: said.did_operators },
};

/** The fields that people can choose, in groups. */
export const fieldGroups: Record<keyof typeof said.groups, Partial<Record<FieldName, Kind>>> = {
  who: {
    tags: 'tag',
    type: 'type',
    standing: 'standing',
    mail_state: 'mail_state',
    frequency: 'frequency',
    segment: 'segment',
    email_address: 'text',
    domain: 'text',
    metadata: 'metadata',
    survey: 'survey',
  },
  when: {
    creation_date: 'date',
    confirmation_date: 'date',
    unsubscription_date: 'date',
    upgrade_date: 'date',
    churn_date: 'date',
    gift_subscription_end_date: 'date',
  },
  reading: {
    last_open_date: 'date',
    last_click_date: 'date',
    last_sent_date: 'date',
    open_rate: 'rate',
    click_rate: 'rate',
    sent: 'email',
    opened: 'email',
    clicked: 'email',
  },
  origin: {
    source: 'text',
    form: 'form',
    referrer_url: 'text',
    utm_source: 'text',
    utm_medium: 'text',
    utm_campaign: 'text',
    ip_address: 'text',
    locale: 'text',
    unsubscription_reason: 'text',
    price: 'text',
  },
};

const kindOf = Object.assign({}, ...Object.values(fieldGroups)) as Record<FieldName, Kind>;
const prefix = 'subscriber.';
/** The fields whose name ends with a key. */
const keyed = { metadata: `${prefix}metadata.`, survey: `${prefix}survey.` } as const;
type Keyed = keyof typeof keyed;

/**
 * Returns the field of a condition as the form shows it, and the key for metadata and surveys. Undefined for a condition that only the API
 * can express.
 */
export function readCondition({ field }: Filter): { name: FieldName; kind: Kind; key: string } | undefined {
  for (const [name, start] of Object.entries(keyed) as [Keyed, string][])
    if (field.startsWith(start)) return { name, kind: name, key: field.slice(start.length) };
  const name = field.slice(prefix.length) as FieldName;
  return Object.hasOwn(kindOf, name) ? { name, kind: kindOf[name], key: '' } : undefined;
}

/** Returns the API's name of the field. */
export function fieldOf(name: FieldName, key = ''): string {
  return name === 'metadata' || name === 'survey' ? keyed[name] + key : prefix + name;
}

/** Returns the operators of a field with their names. An address is never empty, so it lacks those two operators. */
export function operatorsOf(name: FieldName): [Operator, string][] {
  const { operators, words: named } = kinds[kindOf[name]];
  const isAlwaysThere = name === 'email_address' || name === 'domain';
  return operators
    .filter(operator => !isAlwaysThere || !isWithoutValue(operator))
    .map(operator => [operator, named[operator] ?? said.operators[operator]]);
}

export function isWithoutValue(operator: Operator): boolean {
  return operator === 'is_empty' || operator === 'is_not_empty';
}

/** Returns a new condition on this field. */
export function newCondition(name: FieldName): Filter {
  const [[operator] = ['equals' as const]] = operatorsOf(name);
  return { field: fieldOf(name), operator, value: kindOf[name] === 'date' ? '30 days ago' : '' };
}

/** Returns true if every condition is complete. */
export function isWhole({ filters, groups }: FilterGroup): boolean {
  const isSaid = ({ field, operator, value }: Filter) =>
    !Object.values(keyed).some(start => start === field) &&
    (isWithoutValue(operator) || (value.trim() !== '' && value !== ' days ago'));
  return filters.every(isSaid) && groups.every(isWhole);
}

/** Returns the number of conditions, including those in groups. */
export function countConditions({ filters, groups }: FilterGroup): number {
  return groups.reduce((count, group) => count + countConditions(group), filters.length);
}

/** Returns the filter without empty groups; undefined if no condition is left. */
export function trimmed(group: FilterGroup): FilterGroup | undefined {
  if (countConditions(group) === 0) return undefined;
  return { ...group, groups: group.groups.flatMap(one => trimmed(one) ?? []) };
}

export const noConditions: FilterGroup = { filters: [], groups: [], predicate: 'and' };

/** Returns the number in a value such as "30 days ago"; undefined for any other value. */
export function daysAgo(value: string): number | undefined {
  const days = /^(\d+) days? ago$/.exec(value)?.[1];
  return days === undefined ? undefined : Number(days);
}
