import { type RawBuilder, sql } from 'kysely';
import type { Deed } from './fields.ts';
import { acceptedStatuses, arrivedStatuses, servedStatuses } from './statuses.ts';

/** Subscribers with keys after `after` and up to `up_to`: a range of an audience being frozen. */
export type KeyRange = { after: number; up_to: number };

type Kind = 'open' | 'click';
export type Rated = { subscriber_key: number; rate: number };

/**
 * Selects the share of the emails delivered to each subscriber that they opened or clicked: rows of `subscriber_key` and `rate`. Only
 * emails with any open or click on record count, as the others may not have been tracked. Subscribers who received none of those have no
 * row.
 */
export function selectRates(newsletter_key: number, kind: Kind, range?: KeyRange): RawBuilder<Rated> {
  return sql`
    select subscriber_key, count(${sql.ref(`${kind}_date`)})::float8 / count(*) as rate
    from emails cross join lateral (
      -- Email by email (offset 0): otherwise all newsletters' rows may be read, in 10.9 s of a ledger of 30 million, not 2.1.
      select subscriber_key, open_date, click_date from deliveries
      where email_key = emails.key and status in ${arrivedStatuses} ${within(range)}
      offset 0
    ) got
    where newsletter_key = ${newsletter_key}
      and exists (select from delivery_chunks where email_key = emails.key and ${sql.ref(`${kind}s`)} > 0)
    group by subscriber_key`;
}

/** Selects the keys of subscribers who did this with at least `least` or exactly `exactly` of these emails. */
export function didWith(
  deed: Deed,
  email_keys: number[],
  times: { least: number } | { exactly: number },
  range?: KeyRange,
): RawBuilder<number> {
  const deeds = selectDeeds(deed, sql`email_key = any(${email_keys}::bigint[])`, range);
  if ('least' in times && times.least === 1) return deeds;
  const is = 'least' in times ? sql`>= ${times.least}` : sql`= ${times.exactly}`;
  const emails = hitsOf[deed] ? sql`count(distinct email_key)` : sql`count(*)`;
  return sql`${deeds} group by subscriber_key having ${emails} ${is}`;
}

/** Selects the keys of subscribers who were sent an email of the newsletter, or opened or clicked anything, after `moment`. */
export function didSince(
  newsletter_key: number,
  deed: Deed,
  moment: { after: string } | { from: string } | undefined,
  range?: KeyRange,
): RawBuilder<number> {
  const at = (date: RawBuilder<unknown>) =>
    moment === undefined
      ? sql`true`
      : 'after' in moment
        ? sql`${date} > ${moment.after}`
        : sql`${date} >= ${moment.from}`;
  return deed === 'sent'
    ? selectDeeds(
        deed,
        sql`email_key in (
          select key from emails
          where newsletter_key = ${newsletter_key} and status in ${servedStatuses} and ${at(sql`publish_date`)})`,
        range,
      )
    : selectDeeds(
        deed,
        sql`email_key in (select key from emails where newsletter_key = ${newsletter_key}) and ${at(sql`date`)}`,
        range,
      );
}

function selectDeeds(
  deed: Deed,
  where: RawBuilder<unknown>,
  range: KeyRange | undefined,
): RawBuilder<number> {
  const hits = hitsOf[deed];
  const [table, is] = hits ? (['hits', hits] as const) : (['deliveries', deliveriesOf[deed]!] as const);
  return sql<number>`select subscriber_key from ${sql.table(table)} where ${where} and ${is} ${within(range)}`;
}

/** The columns of the ledger that record a deed, without machines. */
const deliveriesOf: Partial<Record<Deed, RawBuilder<unknown>>> = {
  sent: sql`status in ${acceptedStatuses}`,
  opened: sql`open_date is not null`,
  clicked: sql`click_date is not null`,
};

/** Deeds that only the stored hits record. An email can have several of one person. */
const hitsOf: Partial<Record<Deed, RawBuilder<unknown>>> = {
  opened_for_certain: sql`kind = 'open' and verdict = 'human'`,
  opened_with_machines: sql`kind = 'open'`,
  clicked_with_machines: sql`kind = 'click'`,
};

function within(range: KeyRange | undefined): RawBuilder<unknown> {
  return sql`and ${inRange(range)}`;
}

/** Returns the condition on `subscriber_key` for a range; without one, everybody. */
export function inRange(range: KeyRange | undefined): RawBuilder<unknown> {
  return range
    ? sql`subscriber_key > ${range.after}::bigint and subscriber_key <= ${range.up_to}::bigint`
    : sql`true`;
}
