import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';

export type Conversion = { email_id: string; subject: string; checkouts: number; paid: number };

/**
 * Lists which emails led readers to pay: for each checkout that was opened on these days, the last email in which the reader had clicked
 * within the week before. A person counts once for each email.
 */
export async function listConversions(
  db: Database,
  { key, timezone }: Pick<Newsletter, 'key' | 'timezone'>,
  account_key: number,
  { start, end }: { start: string; end: string },
): Promise<Conversion[]> {
  const { rows } = await sql<Conversion>`
    with begun as (
      select subscriber_key, state, creation_date from checkouts
      where account_key = ${account_key}
        and (creation_date at time zone ${timezone})::date between ${start}::date and ${end}::date
    ), sent as materialized (
      select emails.key, emails.id, subject from emails
      where newsletter_key = ${key} and publish_date > ${start}::date - interval '100 days' and status = 'sent'
    ), led as (
      select clicked.id, clicked.subject, begun.subscriber_key, begun.state from begun
      cross join lateral (
        select sent.id, sent.subject from sent join deliveries on email_key = sent.key
        where deliveries.subscriber_key = begun.subscriber_key
          and click_date between begun.creation_date - interval '7 days' and begun.creation_date
        order by click_date desc limit 1
      ) clicked
    )
    select id as email_id, subject, count(distinct subscriber_key) as checkouts,
      count(distinct subscriber_key) filter (where state = 'completed') as paid
    from led group by id, subject order by paid desc, checkouts desc, id limit 100`.execute(db);
  return rows;
}
