import { type RawBuilder, sql } from 'kysely';
import { arrivedStatuses } from '../../audience/filter/statuses.ts';
import { lookUp } from '../../delivery/ledger/by-key.ts';
import { isId } from '../../platform/ids.ts';
import { type DerivedEventType, derivedEventTypes } from '../names.ts';
import type { Keyset } from './keyset.ts';

/**
 * The columns of a fact. `counted` is their number according to the counts of the ledger's chunks. `holds` matches the condition of the
 * index.
 */
type Rule = { date: RawBuilder<string>; holds: RawBuilder<boolean>; counted: RawBuilder<number> };

const rules: Record<DerivedEventType, Rule> = {
  'subscriber.delivered': {
    date: sql`deliveries.status_date`,
    holds: sql`deliveries.status in ${arrivedStatuses}`,
    counted: sql`chunk.accepted + chunk.complained`,
  },
  'subscriber.rejected': {
    date: sql`deliveries.status_date`,
    holds: sql`deliveries.status = 'permanent'`,
    counted: sql`chunk.permanent`,
  },
  'subscriber.opened': {
    date: sql`deliveries.open_date`,
    holds: sql`deliveries.open_date is not null`,
    counted: sql`chunk.opens`,
  },
  'subscriber.clicked': {
    date: sql`deliveries.click_date`,
    holds: sql`deliveries.click_date is not null`,
    counted: sql`chunk.clicks`,
  },
};

/** Selects facts, by conditions on `emails` and on the date. If subscribers are given, only their facts are selected. */
export type FactFilter = {
  emails: RawBuilder<boolean>;
  period: (date: RawBuilder<unknown>) => RawBuilder<boolean>;
  has_period: boolean;
  subscriber_ids: string[] | undefined;
};

/** Returns the rank among facts of the same moment: after the journal, then by type. */
function rankOf(type: DerivedEventType): number {
  return derivedEventTypes.indexOf(type) + 1;
}

/**
 * Selects the first facts of a type as events, in the order of `keyset` and within its `limit`. Each email's facts are read in order from
 * an index. Only as many emails are read as can appear on the page: those whose first facts come first.
 */
export function selectFacts(
  newsletter_key: number,
  type: DerivedEventType,
  filter: FactFilter,
  { order, limit, boundFor }: Keyset,
): RawBuilder<unknown> {
  const { date, holds } = rules[type];
  const rank = rankOf(type);
  const line = (email: string, columns: RawBuilder<unknown>, most: RawBuilder<unknown> | number) => {
    const key = sql.ref(`${email}.key`);
    return sql`
      select ${columns} from ${rowsOf(key, filter)}
      where deliveries.email_key = ${key} and ${holds} and ${filter.period(date)}
        and ${boundFor(rank, key, date, sql`deliveries.subscriber_key`)}
      order by ${date} ${order}, deliveries.subscriber_key ${order}
      limit ${most}`;
  };
  return sql`
    select null::uuid as id, ${type}::text as event_type, fact.date as creation_date, email.id as email_id,
      email.automation_id, '{}'::jsonb as data, ${rank}::int as rank, email.key as email_key,
      fact.subscriber_key as place, null::uuid as stored_subscriber_id
    from (
      select emails.key, emails.id, emails.automation_id, first.date
      from emails cross join lateral (${line('emails', sql`${date} as date`, 1)}) first
      where emails.newsletter_key = ${newsletter_key} and ${filter.emails}
      order by first.date ${order}, emails.key ${order}
      limit ${limit}
    ) email
    cross join lateral (${line('email', sql`${date} as date, deliveries.subscriber_key`, limit)}) fact
    order by fact.date ${order}, email.key ${order}, fact.subscriber_key ${order}
    limit ${limit}`;
}

/** Counts the facts of these types, from the counts of the ledger's chunks, unless only a part of an email counts. */
export function countFacts(
  newsletter_key: number,
  types: DerivedEventType[],
  filter: FactFilter,
): RawBuilder<unknown> {
  if (types.length === 0) return sql`select 0 as count`;
  if (!filter.has_period && filter.subscriber_ids === undefined)
    return sql`
      select coalesce(sum(counted.count), 0) as count
      from emails cross join lateral (
        select sum(${sum(types.map(type => rules[type].counted))}) as count
        from delivery_chunks chunk where chunk.email_key = emails.key
      ) counted
      where emails.newsletter_key = ${newsletter_key} and ${filter.emails}`;
  const each = types.map(type => {
    const { date, holds } = rules[type];
    // Counted email by email (offset 0): otherwise PostgreSQL may read the rows of all newsletters.
    return sql`(
      select count(*) from emails cross join lateral (
        select from ${rowsOf(sql`emails.key`, filter)}
        where deliveries.email_key = emails.key and ${holds} and ${filter.period(date)}
        offset 0
      ) fact
      where emails.newsletter_key = ${newsletter_key} and ${filter.emails})`;
  });
  return sql`select ${sum(each)} as count`;
}

function sum(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` + `);
}

/**
 * Selects the ledger's rows of an email, or only those of the given subscribers. Theirs are looked up by the key of the ledger (offset 0):
 * otherwise PostgreSQL would read the indexes by date from end to end for a few people. This way, a person's timeline takes a quarter of
 * the CPU.
 */
function rowsOf(email_key: RawBuilder<unknown>, { subscriber_ids }: FactFilter): RawBuilder<unknown> {
  return subscriber_ids === undefined
    ? sql`deliveries`
    : sql`(
        select found.* from unnest(array(select key from subscribers where id = any(${subscriber_ids}::uuid[]))) as person (key)
        ${lookUp(email_key, sql`person.key`, { columns: sql`*`, where: sql`true` })}
        offset 0
      ) deliveries`;
}

export function selectFact(newsletter_key: number, { type, email_id, subscriber_key }: FactName) {
  const { date, holds } = rules[type];
  return sql`
    select null::uuid as id, ${type}::text as event_type, ${date} as creation_date, emails.id as email_id,
      emails.automation_id, '{}'::jsonb as data, ${rankOf(type)}::int as rank, emails.key as email_key,
      deliveries.subscriber_key as place, null::uuid as stored_subscriber_id
    from emails join deliveries on deliveries.email_key = emails.key
    where emails.newsletter_key = ${newsletter_key} and emails.id = ${email_id}
      and deliveries.subscriber_key = ${subscriber_key} and ${holds}`;
}

/** Returns the id of a fact. It encodes the type, the email and the recipient, so it never changes. */
export function factId(
  event_type: RawBuilder<unknown>,
  email_id: RawBuilder<unknown>,
  subscriber_key: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql`substring(${event_type} from 12) || '_' || ${email_id} || '_' || ${subscriber_key}`;
}

export type FactName = { type: DerivedEventType; email_id: string; subscriber_key: number };

/** Returns the fact with this id; undefined if the id is not a fact's. */
export function parseFactId(id: string): FactName | undefined {
  const [, fact, email_id = '', key] = /^([a-z]+)_([\da-f-]{36})_([1-9]\d{0,14})$/.exec(id) ?? [];
  const type = derivedEventTypes.find(type => type === `subscriber.${fact}`);
  return type && isId(email_id) ? { type, email_id, subscriber_key: Number(key) } : undefined;
}
