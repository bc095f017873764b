import { type RawBuilder, sql } from 'kysely';
import { type DigestFrequency, digestDates, digestFrequencies } from '../accounts/digests.ts';
import type { MailCap } from '../accounts/restraint.ts';
import { bounded, longestAnswer } from '../audience/filter/bounded.ts';
import { compileFilter } from '../audience/filter/compile.ts';
import { inRange, type KeyRange } from '../audience/filter/engagement.ts';
import { readField } from '../audience/filter/fields.ts';
import { type FilterGroup, filterGroup, isEmptyGroup } from '../audience/filter/filter.ts';
import { type ResolvedFilter, resolvedFilter, resolveFilter } from '../audience/filter/resolve.ts';
import { freeTypes, mailableTypes, payingTypes } from '../audience/subscribers/subscriber.ts';
import type { Database } from '../platform/database/connect.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import { findDigestTimes } from './digests.ts';
import { type Email, readershipOf } from './email.ts';
import { findMailCap, selectCapped } from './mail-cap.ts';
import { missedBy } from './missed.ts';

type Addressing = Pick<Email, 'email_type' | 'should_send_teaser'>;
/** The fields of an email that choose its audience. */
export type Addressed = Addressing &
  Pick<Email, 'newsletter_key' | 'included_tags' | 'excluded_tags' | 'filters' | 'audience'> &
  Partial<
    Pick<
      Email,
      | 'second_try_of'
      | 'second_try_to'
      | 'key'
      | 'status'
      | 'ignores_cap'
      | 'archival_mode'
      | 'recipients_chosen'
    >
  > & {
    /** Whether people who chose digests are in the audience too. */
    ignores_digests?: boolean;
  };

/** Whether finding the email's audience may take long. Tags and types alone are quick: an index has them. */
export function hasFilters({
  filters,
  second_try_of = null,
}: Pick<Addressed, 'filters' | 'second_try_of'>): boolean {
  return filters !== null || second_try_of !== null;
}

/** Returns the types of subscribers that the email goes to. A premium email with a teaser also goes to those who do not pay. */
export function audienceTypes({ email_type, should_send_teaser }: Addressing): readonly SubscriberType[] {
  switch (email_type) {
    case 'public':
    case 'private':
      return mailableTypes;
    case 'premium':
      return should_send_teaser ? mailableTypes : payingTypes;
    case 'free':
      return freeTypes;
    case 'churned':
      return ['churned'];
    case 'archival':
      return [];
  }
}

/** Whether a subscriber of this type gets the email's teaser. */
export function getsTeaser({ email_type, should_send_teaser }: Addressing, type: SubscriberType): boolean {
  const paying: readonly SubscriberType[] = payingTypes;
  return email_type === 'premium' && should_send_teaser && !paying.includes(type);
}

/**
 * Returns the filter of an email, with tags and the condition of a second try: as fixed when sending began, or else in its current meaning.
 * The tags in its lists are given as keys, which subscribers keep when the tag is deleted.
 */
export async function audienceFilter(
  db: Database,
  email: Addressed,
  as_of: string = new Date().toISOString(),
): Promise<ResolvedFilter> {
  const { newsletter_key, audience, second_try_of, second_try_to } = email;
  if (audience !== null) return resolvedFilter.parse(audience);
  const own = await ownFilter(db, email, as_of);
  if (!second_try_of || !second_try_to) return own;
  const of = await resolveFilter(db, newsletter_key, missedBy(second_try_of, second_try_to), as_of);
  return {
    ...own,
    group: { filters: [], groups: [own.group, of.group].flatMap(partsOf), predicate: 'and' },
    emails: { ...own.emails, ...of.emails },
  };
}

async function ownFilter(
  db: Database,
  { newsletter_key, included_tags, excluded_tags, filters }: Addressed,
  as_of: string,
): Promise<ResolvedFilter> {
  if (filters !== null) return resolveFilter(db, newsletter_key, filterGroup.parse(filters), as_of);
  const conditions = (operator: 'contains' | 'not_contains', keys: number[]) =>
    keys.map(key => ({ field: 'subscriber.tags', operator, value: String(key) }));
  return {
    newsletter_key,
    as_of,
    group: {
      filters: [...conditions('contains', included_tags), ...conditions('not_contains', excluded_tags)],
      groups: [],
      predicate: 'and',
    },
    segments: {},
    tags: Object.fromEntries([...included_tags, ...excluded_tags].map(key => [String(key), key])),
    emails: {},
    recent: [],
  };
}

/** One condition for getting an email: a part of its filter, the types, not having chosen digests, or the newsletter's cap. */
export type AudienceRule =
  | { group: FilterGroup }
  | { types: readonly SubscriberType[] }
  | { digest: DigestFrequency; date: Date }
  | { digest: 'as_frozen' }
  | { cap: MailCap | 'as_frozen' };
type ConditionOf = { rule: AudienceRule; condition: RawBuilder<boolean> };

/** Lists every condition for getting the email, with its SQL on `subscribers`. */
export async function audienceRules(
  db: Database,
  email: Addressed,
  range?: KeyRange,
): Promise<{ filter: ResolvedFilter; rules: ConditionOf[] }> {
  const filter = await audienceFilter(db, email);
  const types = audienceTypes(email);
  return {
    filter,
    rules: [
      ...partsOf(filter.group).map(group => ({
        rule: { group },
        condition: compileFilter({ ...filter, group }, range),
      })),
      {
        rule: { types },
        condition: sql`(type = any(${types}::subscriber_type[]) and mail_state = 'subscribed')`,
      },
      ...(await digestRules(db, email)),
      ...(await capRule(db, email, range)),
    ],
  };
}

/**
 * Whether people who chose digests get the email in a digest: it has a page that they can open, and goes to an audience. A second try does
 * not: it goes only to people who got the first copy.
 */
export function goesIntoDigests({
  email_type,
  archival_mode = 'enabled',
  recipients_chosen = false,
  second_try_of = null,
  ignores_digests = false,
}: Addressed): boolean {
  if (recipients_chosen || ignores_digests || second_try_of !== null) return false;
  return readershipOf({ email_type, archival_mode }) !== 'nobody';
}

/** Returns the condition about digests. Once the audience is frozen, it is known who gets the email in a digest. */
async function digestRules(db: Database, email: Addressed): Promise<ConditionOf[]> {
  if (!goesIntoDigests(email)) return [];
  const { newsletter_key, key = 0, status = 'draft' } = email;
  if (status === 'in_flight' || status === 'sent')
    return [{ rule: { digest: 'as_frozen' }, condition: sql`not ${waitsForDigest(key)}` }];
  const times = await findDigestTimes(db, newsletter_key);
  if (!times) return [];
  const dates = digestDates(times.digests, times.timezone, new Date());
  return digestFrequencies.map(digest => ({
    rule: { digest, date: dates[digest] },
    condition: sql`frequency <> ${digest}::mail_frequency`,
  }));
}

/** Returns the condition that the subscriber gets the email in a digest, as decided when its audience was frozen. */
export function waitsForDigest(email_key: number): RawBuilder<boolean> {
  return sql`exists (
    select from digest_items where email_key = ${email_key} and subscriber_key = subscribers.key)`;
}

/** Returns the condition about the mail cap. Once the audience is frozen, it is known who was left out. */
async function capRule(
  db: Database,
  { newsletter_key, key = 0, status = 'draft', ignores_cap = false }: Addressed,
  range?: KeyRange,
): Promise<ConditionOf[]> {
  if (ignores_cap) return [];
  if (status === 'in_flight' || status === 'sent')
    return [{ rule: { cap: 'as_frozen' }, condition: sql`not ${wasCapped(key)}` }];
  const cap = await findMailCap(db, newsletter_key);
  if (!cap) return [];
  const capped = selectCapped(newsletter_key, cap, { among: inRange(range), except: key });
  return [{ rule: { cap }, condition: sql`subscribers.key not in (${capped})` }];
}

/** Returns the condition that the mail cap left the subscriber out when the email's audience was frozen. */
export function wasCapped(email_key: number): RawBuilder<boolean> {
  return sql`exists (
    select from capped_recipients where email_key = ${email_key} and subscriber_key = subscribers.key)`;
}

/** Returns the condition on `subscribers` for the email's audience, within a range if one is given. */
export async function inAudience(
  db: Database,
  email: Addressed,
  range?: KeyRange,
): Promise<RawBuilder<boolean>> {
  const { rules } = await audienceRules(db, email, range);
  const conditions = rules.map(({ condition }) => condition);
  return sql`newsletter_key = ${email.newsletter_key} and ${sql.join(conditions, sql` and `)}`;
}

/** Runs work that selects people by the audience of an email, within a time limit. Throws `filter_too_slow`. */
export async function lookUp<T>(
  db: Database,
  email: Pick<Addressed, 'filters' | 'second_try_of'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return hasFilters(email) ? bounded(db, longestAnswer, work) : work(db);
}

/** Counts the email's current audience. Throws `filter_too_slow`. */
export async function countAudience(db: Database, email: Addressed): Promise<number> {
  return lookUp(db, email, async trx => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from subscribers where ${await inAudience(trx, email)}`.execute(trx);
    return rows[0]!.count;
  });
}

/**
 * Counts the email's current audience, and the people in it who have nothing under each of these keys of their metadata. Throws
 * `filter_too_slow`.
 */
export async function countLacking(
  db: Database,
  email: Addressed,
  keys: string[],
): Promise<{ audience: number; lacking: ReadonlyMap<string, number> }> {
  const lacks = keys.map(
    (key, at) =>
      sql`count(*) filter (where coalesce(metadata ->> ${key}::text, '') = '') as ${sql.ref(`lacking_${at}`)}`,
  );
  return lookUp(db, email, async trx => {
    const { rows } = await sql<{ audience: number; [lacking: `lacking_${number}`]: number }>`
      select count(*) as audience, ${sql.join(lacks)} from subscribers where ${await inAudience(trx, email)}`.execute(
      trx,
    );
    const { audience, ...counts } = rows[0]!;
    return { audience, lacking: new Map(keys.map((key, at) => [key, counts[`lacking_${at}`]!])) };
  });
}

/** The longest address, and the longest value under each key of the metadata, that anybody in an audience has. */
export type LongestValues = { email: string; metadata: Record<string, string> };

/** Finds the longest values in the email's audience, in bytes. Throws `filter_too_slow`. */
export async function findLongestValues(
  db: Database,
  email: Addressed,
  keys: string[],
): Promise<LongestValues> {
  const longest = (value: RawBuilder<unknown>, name: string) =>
    sql`max(lpad(octet_length(${value})::text, 9, '0') || ${value}) as ${sql.ref(name)}`;
  const values = keys.map((key, at) => longest(sql`(metadata ->> ${key}::text)`, `value_${at}`));
  return lookUp(db, email, async trx => {
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join([longest(sql`email_address`, 'email'), ...values])}
      from subscribers where ${await inAudience(trx, email)}`.execute(trx);
    const found = (name: string) => rows[0]![name]?.slice(9) ?? '';
    return {
      email: found('email'),
      metadata: Object.fromEntries(keys.map((key, at) => [key, found(`value_${at}`)])),
    };
  });
}

/** Throws `filter_too_slow` for filters that are too slow to send an email with. */
export async function refuseSlow(
  db: Database,
  newsletter_key: number,
  filters: FilterGroup | null | undefined,
): Promise<void> {
  if (!filters) return;
  const filter = await resolveFilter(db, newsletter_key, filters);
  await bounded(db, longestAnswer, trx =>
    sql`select count(*) from subscribers where newsletter_key = ${newsletter_key} and ${compileFilter(filter)}`.execute(
      trx,
    ),
  );
}

/** Counts those of these subscribers who are not in the email's audience. Throws `filter_too_slow`. */
export async function countOutside(
  db: Database,
  email: Addressed,
  subscriber_keys: number[],
): Promise<number> {
  return lookUp(db, email, async trx => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from subscribers
      where key = any(${subscriber_keys}::bigint[]) and (${await inAudience(trx, email)}) is not true`.execute(
      trx,
    );
    return rows[0]!.count;
  });
}

/** Whether the filter, by its form alone, can only find people who have one of the tags with these keys. */
export function demandsTag({ group, segments, tags }: ResolvedFilter, keys: number[]): boolean {
  return demands(group);

  function demands({ filters, groups, predicate }: FilterGroup): boolean {
    const members = [
      ...filters.map(({ field, operator, value }) => {
        const kind = readField(field)?.kind;
        const [segment, key] = [segments[value], tags[value]];
        if (kind === 'segment') return operator === 'equals' && segment !== undefined && demands(segment);
        return kind === 'tags' && operator === 'contains' && key !== undefined && keys.includes(key);
      }),
      ...groups.filter(one => !isEmptyGroup(one)).map(demands),
    ];
    if (predicate === 'and') return members.some(Boolean);
    return predicate === 'or' && members.length > 0 && members.every(Boolean);
  }
}

/** The most parts of a filter that are shown; more than a person would read are shown as one. */
const mostParts = 50;

/** Returns the members of a group that must all hold; any other group is one part. */
function partsOf(group: FilterGroup): FilterGroup[] {
  if (isEmptyGroup(group)) return [];
  const parts = [
    ...group.filters.map(one => ({ filters: [one], groups: [], predicate: 'and' as const })),
    ...group.groups.filter(one => !isEmptyGroup(one)),
  ];
  return group.predicate === 'and' && parts.length <= mostParts ? parts : [group];
}
