import { type RawBuilder, sql } from 'kysely';
import type { MailCap } from '../accounts/restraint.ts';
import type { Database } from '../platform/database/connect.ts';
import { lockDecision } from './queries.ts';

export async function findMailCap(db: Database, newsletter_key: number): Promise<MailCap | null> {
  const row = await db
    .selectFrom('newsletters')
    .select('mail_cap')
    .where('key', '=', newsletter_key)
    .executeTakeFirst();
  return row?.mail_cap ?? null;
}

/**
 * Selects the keys of subscribers who have had as many mails of the newsletter as its cap allows. Mails that wait to be sent count, except
 * those of the email `except`. `among` is a condition on `subscriber_key`. Copies that nobody got do not count, nor do those of an email
 * that failed before their turn. An issue counts if it was being sent within the days of the cap, a letter of a sequence by its own date.
 */
export function selectCapped(
  newsletter_key: number,
  { count, days }: MailCap,
  {
    among,
    except = 0,
    now = sql`now()`,
  }: { among: RawBuilder<unknown>; except?: number; now?: RawBuilder<unknown> },
): RawBuilder<number> {
  const since = sql`${now}::timestamptz - make_interval(hours => ${24 * days})`;
  const waits = sql`status in ('planned', 'temporary') and emails.status in ('in_flight', 'transactional')`;
  return sql`
    select subscriber_key ${fromMailsHad(newsletter_key, { among, since, or: waits })} and emails.key <> ${except}
    group by subscriber_key having count(*) >= ${count}`;
}

/**
 * Returns the end of a select, from `from` on: the mails of the newsletter that the people of `among` have had since then, as `had
 * (subscriber_key, status_date)`, with their emails. `or` adds copies that nobody has got yet. More conditions can follow.
 */
export function fromMailsHad(
  newsletter_key: number,
  {
    among,
    since,
    or = sql`false`,
  }: { among: RawBuilder<unknown>; since: RawBuilder<unknown>; or?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    from emails cross join lateral (
      -- Email by email (offset 0), so that only their parts of the ledger are read.
      select subscriber_key, status_date from deliveries
      where email_key = emails.key and ${among}
        and (${or} or status in ('accepted', 'complained', 'uncertain') and status_date >= ${since})
      offset 0
    ) had
    where newsletter_key = ${newsletter_key} and (emails.status in ('in_flight', 'transactional') or served_date >= ${since})`;
}

/**
 * Lets only one transaction at a time decide who may get another mail of the newsletter, so that two do not both take somebody's last one.
 */
export async function lockMailCap(trx: Database, newsletter_key: number): Promise<void> {
  await lockDecision(trx, newsletter_key, 'mail cap');
}
