import { frequencies } from '../../accounts/digests.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { mailStates, standings } from '../standing/type.ts';

export const subscriberTypes = [
  'unactivated',
  'regular',
  'premium',
  'gifted',
  'trialed',
  'churning',
  'past_due',
  'upcoming',
  'churned',
  'unpaid',
  'paused',
  'unsubscribed',
  'undeliverable',
  'complained',
  'blocked',
  'removed',
] as const satisfies SubscriberType[];

/** The values of the columns that say how somebody stands and how often they get mail. */
export const wordsOf = {
  type: subscriberTypes,
  mail_state: mailStates,
  standing: standings,
  frequency: frequencies,
} as const;

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'is_empty',
  'is_not_empty',
  'greater_than',
  'less_than',
] as const;
export type Operator = (typeof operators)[number];

/** The columns that say where somebody came from, and in which language they read. */
export const originColumns = [
  'referrer_url',
  'utm_campaign',
  'utm_medium',
  'utm_source',
  'ip_address',
  'locale',
] as const;

const textColumns = ['source', ...originColumns, 'unsubscription_reason'] as const;
/** Text fields whose columns have other names. */
const otherTexts = { price: 'stripe_price', form: 'form_id' } as const;
const dateColumns = {
  creation_date: 'creation_date',
  subscription_date: 'creation_date', // Buttondown's name for it
  confirmation_date: 'confirmation_date',
  unsubscription_date: 'unsubscription_date',
  last_open_date: 'last_open_date',
  last_click_date: 'last_click_date',
  upgrade_date: 'upgrade_date',
  churn_date: 'churn_date',
  gift_subscription_end_date: 'gift_subscription_end_date',
} as const;
const deeds = [
  'sent',
  'opened',
  'opened_for_certain',
  'clicked',
  'opened_with_machines',
  'clicked_with_machines',
] as const;
const activities = {
  last_sent_date: 'sent',
  last_open_date_with_machines: 'opened_with_machines',
  last_click_date_with_machines: 'clicked_with_machines',
} as const;

/** How a subscriber is connected with an email: it was sent to them, or they opened or clicked it. */
export type Deed = (typeof deeds)[number];

/** The kind of a condition's field. */
export type Field =
  | { kind: 'tags' }
  | { kind: 'segment' }
  | { kind: 'type'; of: keyof typeof wordsOf }
  | { kind: 'address' }
  | { kind: 'domain' }
  | { kind: 'text'; column: (typeof textColumns)[number] | (typeof otherTexts)[keyof typeof otherTexts] }
  | { kind: 'date'; column: (typeof dateColumns)[keyof typeof dateColumns] }
  | { kind: 'rate'; of: 'open' | 'click' }
  | { kind: 'metadata'; key: string }
  | { kind: 'survey'; identifier: string }
  | { kind: 'email'; deed: Deed }
  | { kind: 'count'; deed: Deed; last: number }
  | { kind: 'activity'; deed: (typeof activities)[keyof typeof activities] };
export type FieldKind = Field['kind'];

/** The operators that a field of each kind takes. */
export const operatorsOf: Readonly<Record<FieldKind, readonly Operator[]>> = {
  tags: ['contains', 'not_contains', 'is_empty', 'is_not_empty'],
  segment: ['equals', 'not_equals'],
  type: ['equals', 'not_equals'],
  address: ['equals', 'not_equals', 'contains', 'not_contains'],
  domain: ['equals', 'not_equals', 'contains', 'not_contains'],
  text: ['equals', 'not_equals', 'contains', 'not_contains', 'is_empty', 'is_not_empty'],
  date: ['greater_than', 'less_than', 'is_empty', 'is_not_empty'],
  rate: ['greater_than', 'less_than'],
  metadata: operators,
  survey: ['equals', 'not_equals', 'contains', 'not_contains', 'is_empty', 'is_not_empty'],
  email: ['contains', 'not_contains'],
  count: ['equals', 'not_equals', 'greater_than', 'less_than'],
  activity: ['greater_than', 'less_than', 'is_empty', 'is_not_empty'],
};

const named: Readonly<Record<string, Field>> = {
  tags: { kind: 'tags' },
  segment: { kind: 'segment' },
  type: { kind: 'type', of: 'type' },
  status: { kind: 'type', of: 'type' }, // Buttondown's name for it
  mail_state: { kind: 'type', of: 'mail_state' },
  standing: { kind: 'type', of: 'standing' },
  frequency: { kind: 'type', of: 'frequency' },
  email_address: { kind: 'address' },
  domain: { kind: 'domain' },
  open_rate: { kind: 'rate', of: 'open' },
  click_rate: { kind: 'rate', of: 'click' },
  ...Object.fromEntries(textColumns.map(column => [column, { kind: 'text', column }])),
  ...Object.fromEntries(Object.entries(otherTexts).map(([name, column]) => [name, { kind: 'text', column }])),
  ...Object.fromEntries(
    Object.entries(dateColumns).map(([name, column]) => [name, { kind: 'date', column }]),
  ),
  ...Object.fromEntries(deeds.map(deed => [deed, { kind: 'email', deed }])),
  ...Object.fromEntries(Object.entries(activities).map(([name, deed]) => [name, { kind: 'activity', deed }])),
};

/** The most emails that a count looks back over. */
const mostEmails = 100;

/** The names of all fields, for display. */
export const fieldNames = [
  ...Object.keys(named).map(name => `subscriber.${name}`),
  'subscriber.metadata.KEY',
  'subscriber.survey.IDENTIFIER',
  ...deeds.map(deed => `subscriber.${deed}.last.N`),
];

/** Other names of fields that clients use. */
export const otherFields = new Map(Object.entries({ tags: 'subscriber.tags', tag: 'subscriber.tags' }));

/** Reads the name of a field; undefined for an unknown one. */
export function readField(name: string): Field | undefined {
  const [, key] = /^subscriber\.metadata\.(.{1,200})$/s.exec(name) ?? [];
  if (key !== undefined) return { kind: 'metadata', key };
  const [, identifier] = /^subscriber\.survey\.([a-zA-Z][a-zA-Z0-9_-]{0,99})$/.exec(name) ?? [];
  if (identifier !== undefined) return { kind: 'survey', identifier };
  const [, word = '', count] = /^subscriber\.([a-z_]+)(?:\.last\.([1-9]\d{0,2}))?$/.exec(name) ?? [];
  const field = Object.hasOwn(named, word) ? named[word] : undefined;
  if (count === undefined) return field;
  const last = Number(count);
  return field?.kind === 'email' && last <= mostEmails
    ? { kind: 'count', deed: field.deed, last }
    : undefined;
}
