import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readReferralCode } from '../../links/referrals.ts';
import { checked, containing, within } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import {
  hasEmptyFilter,
  listParameter,
  periodParameters,
  textParameter,
  textsParameter,
} from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import { domainOf, normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { compileFilter, holding } from '../filter/compile.ts';
import { type Operator, originColumns, subscriberTypes } from '../filter/fields.ts';
import type { FilterGroup } from '../filter/filter.ts';
import { listSegmentsNamed } from '../filter/queries.ts';
import { resolveFilter } from '../filter/resolve.ts';
import { mailStates, standings } from '../standing/type.ts';
import { taggedWith } from '../tags/resolve.ts';
import { normalName } from '../tags/tag.ts';
import { rateBetween, rateParameter } from './rates.ts';
import { matching } from './search.ts';

/** The dates that lists can be filtered by, by parameter name. */
const dates = {
  creation_date: sql`creation_date`,
  date: sql`creation_date`,
  confirmation_date: sql`confirmation_date`,
  unsubscription_date: sql`unsubscription_date`,
  last_open_date: sql`last_open_date`,
  last_click_date: sql`last_click_date`,
  upgrade_date: sql`upgrade_date`,
  churn_date: sql`churn_date`,
  gift_subscription_end_date: sql`gift_subscription_end_date`,
} as const;
/** The columns that filters match by whole value, or by several values. */
const texts = [...originColumns, 'unsubscription_reason'] as const;

const type = listParameter.describe(`Any of ${subscriberTypes.join(', ')}`);
const address = textParameter.describe('A whole address, which matches only itself, or a part of one');
const domain = listParameter.describe('The domain of the address; matches the whole domain');
const text = textsParameter.describe(
  'Matches the whole value; repeat it for several values. A comma is part of the value',
);

/** The most values of metadata in one request: each becomes a part of the statement. */
const mostValues = 1000;

/** All filters of a list of subscribers, for the list itself and for bulk actions. */
export const subscriberFilters = z.object({
  search: textParameter.describe(
    'A part of the address or of a value in the metadata, ignoring case; with one or two letters, the beginning of the address. Lists find and count at most 1,000',
  ),
  email_address: address,
  email: address.describe('The same as email_address'),
  type,
  '-type': listParameter.describe('None of these types'),
  subscriber_type: type.describe('The same as type'),
  mail_state: listParameter.describe(`Any of ${mailStates.join(', ')}`),
  standing: listParameter.describe(`Any of ${standings.join(', ')}`),
  tag: listParameter.describe('Tag ids or names; subscribers must have all of them'),
  '-tag': listParameter.describe('Tag ids or names; subscribers must have none of them'),
  segment: listParameter.describe('Ids or names of segments; subscribers must be in all of them'),
  '-segment': listParameter.describe('Ids or names of segments; subscribers must be in none of them'),
  ids: listParameter,
  '-ids': listParameter,
  domain,
  '-domain': domain.describe('None of these domains'),
  source: listParameter,
  referral_code: listParameter.describe('Codes of subscribers; the subscribers who have one of them'),
  form: listParameter.describe('Ids of forms; subscribers who signed up with one of them'),
  current_price: listParameter.describe('Ids of prices at Stripe; subscribers who pay one of them now'),
  price: listParameter.describe('Ids of prices at Stripe; subscribers who pay one of them or have done so'),
  coupon: listParameter.describe('Ids of coupons at Stripe; subscribers who pay less by one of them now'),
  ...(Object.fromEntries(texts.map(name => [name, text])) as Record<(typeof texts)[number], typeof text>),
  metadata: z
    .record(z.string(), textsParameter.unwrap(), sentence('input.metadata_parameter'))
    .refine(
      all => Object.values(all).flat().length <= mostValues,
      sentence('input.most_values', { most: mostValues }),
    )
    .optional()
    .describe(
      "metadata['key']=value, also written metadata[key]=value: a text, number, boolean or null in the metadata under this key",
    ),
  ...periodParameters(...(Object.keys(dates) as (keyof typeof dates)[])),
  open_rate__start: rateParameter,
  open_rate__end: rateParameter,
  click_rate__start: rateParameter,
  click_rate__end: rateParameter,
});
export type SubscriberFilters = z.output<typeof subscriberFilters> & { filters?: FilterGroup | undefined };

/** Returns the filters as a condition on `subscribers`. Unknown and empty values match nothing. */
export async function whereSubscriber(
  db: Database,
  newsletter_key: number,
  filters: SubscriberFilters,
): Promise<RawBuilder<boolean>> {
  const { filters: group, ...others } = filters;
  if (hasEmptyFilter(others)) return sql`false`;
  const conditions = [
    filters.ids || filters.referral_code
      ? checked('newsletter_key', newsletter_key)
      : sql<boolean>`newsletter_key = ${newsletter_key}`,
  ];
  if (filters.search !== undefined) conditions.push(matching(filters.search));
  for (const text of [filters.email_address, filters.email])
    if (text !== undefined) conditions.push(addressed(text));
  for (const types of [filters.type, filters.subscriber_type])
    if (types) conditions.push(sql`type = any(${knownTypes(types)}::subscriber_type[])`);
  if (filters.mail_state)
    conditions.push(sql`mail_state = any(${known(filters.mail_state, mailStates)}::mail_state[])`);
  if (filters.standing)
    conditions.push(sql`standing = any(${known(filters.standing, standings)}::standing[])`);
  if (filters['-type']) conditions.push(sql`type <> all(${knownTypes(filters['-type'])}::subscriber_type[])`);
  if (filters.tag || filters['-tag'])
    conditions.push(await taggedWith(db, newsletter_key, sql`tags`, filters.tag, filters['-tag']));
  if (filters.segment || filters['-segment'])
    conditions.push(await inSegments(db, newsletter_key, filters.segment ?? [], filters['-segment'] ?? []));
  if (group) conditions.push(compileFilter(await resolveFilter(db, newsletter_key, group)));
  if (filters.ids) conditions.push(sql`id = any(${filters.ids.filter(isId)}::uuid[])`);
  if (filters['-ids']) conditions.push(sql`id <> all(${filters['-ids'].filter(isId)}::uuid[])`);
  if (filters.referral_code)
    conditions.push(
      sql`id = any(${filters.referral_code.flatMap(code => readReferralCode(code) ?? [])}::uuid[])`,
    );
  if (filters.domain) conditions.push(sql`domain = any(${domainsOf(filters.domain)}::text[])`);
  if (filters['-domain']) conditions.push(sql`domain <> all(${domainsOf(filters['-domain'])}::text[])`);
  if (filters.form) conditions.push(sql`form_id = any(${filters.form}::text[]) and form_id <> ''`);
  if (filters.current_price)
    conditions.push(sql`stripe_price = any(${filters.current_price}::text[]) and stripe_price <> ''`);
  if (filters.coupon) conditions.push(sql`stripe_coupon ->> 'coupon_id' = any(${filters.coupon}::text[])`);
  if (filters.price) conditions.push(sql`stripe_prices && ${filters.price}::text[]`);
  for (const name of ['source', ...texts] as const)
    if (filters[name]) conditions.push(sql`${sql.ref(name)} = any(${filters[name]}::text[])`);
  for (const [key, values] of Object.entries(filters.metadata ?? {})) conditions.push(holding(key, values));
  for (const [name, column] of Object.entries(dates) as [keyof typeof dates, RawBuilder<unknown>][])
    conditions.push(...within(column, filters[`${name}__start`], filters[`${name}__end`]));
  for (const kind of ['open', 'click'] as const)
    conditions.push(
      ...rateBetween(newsletter_key, kind, filters[`${kind}_rate__start`], filters[`${kind}_rate__end`]),
    );
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Matches subscribers in all segments that `all` names (an unknown one matches nobody) and in none of the others. */
async function inSegments(
  db: Database,
  newsletter_key: number,
  all: string[],
  none: string[],
): Promise<RawBuilder<boolean>> {
  const there = await listSegmentsNamed(db, newsletter_key, [...all, ...none]);
  const idOf = (word: string) =>
    there.find(({ id, normal_name }) => id === word.toLowerCase() || normal_name === normalName(word))?.id;
  if (all.some(word => idOf(word) === undefined)) return sql`false`;
  const condition = (operator: Operator) => (word: string) => ({
    field: 'subscriber.segment',
    operator,
    value: idOf(word)!,
  });
  const present = none.filter(word => idOf(word) !== undefined);
  const filters = [...all.map(condition('equals')), ...present.map(condition('not_equals'))];
  return compileFilter(await resolveFilter(db, newsletter_key, { filters, groups: [], predicate: 'and' }));
}

/** Whether these filters can take long to evaluate. */
export function canBeSlow(filters: Record<string, unknown>): boolean {
  return slow.some(name => filters[name] !== undefined);
}

const slow = [
  'search',
  ...['segment', '-segment', 'filters'],
  ...['open', 'click'].flatMap(kind => [`${kind}_rate__start`, `${kind}_rate__end`]),
];

/**
 * Matches an address. A whole one, with a dot after its @, matches only itself, so that looking somebody up does not find somebody else.
 */
function addressed(text: string): RawBuilder<boolean> {
  const typed = text.trim().replaceAll(' ', '+'); // a + that was not encoded as %2B
  const address = parseMailAddress(typed);
  if (address !== null && domainOf(address).includes('.'))
    return sql`normal_address = ${normalAddress(address)}`;
  return typed === '' ? sql`false` : containing(sql`normal_address`, typed.toLowerCase());
}

function knownTypes(words: string[]): string[] {
  return known(words, subscriberTypes);
}

function known(words: string[], all: readonly string[]): string[] {
  return words.filter(word => all.includes(word));
}

/** Returns the domains among these words, in the form of stored addresses. */
export function domainsOf(words: string[]): string[] {
  return words.flatMap(word => {
    const address = parseMailAddress(`x@${word.replace(/^@/, '')}`);
    return address === null ? [] : [domainOf(address)];
  });
}
