import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import type { Edition } from './definition/sequence.ts';
import type { Asked } from './past-truths.ts';

/** Whether somebody had had as many mails as the newsletter allows, counting those of a passage that is being simulated. */
type PastCap = (one: Pick<Asked, 'subscriber_key'>, at: Date, mailed: readonly Date[]) => boolean;

/**
 * Reads which mails these people had since shortly before `since`, from the ledger, and returns what the cap would have said. What this
 * sequence itself has mailed does not count: its simulation has mails of its own.
 */
export async function readPastCap(
  db: Database,
  { key: newsletter_key, mail_cap: cap }: Newsletter,
  { sequence_key }: Edition,
  subscriber_keys: ReadonlySet<number>,
  since: Date,
): Promise<PastCap> {
  if (!cap) return () => false;
  const window_ms = cap.days * day_ms;
  const from = new Date(since.getTime() - window_ms).toISOString();
  const { rows } = await sql<{ subscriber_key: number; date: string }>`
    select subscriber_key, had.status_date as date
    from emails cross join lateral (
      select subscriber_key, status_date from deliveries
      where email_key = emails.key and subscriber_key = any(${[...subscriber_keys]}::bigint[])
        and status in ('accepted', 'complained', 'uncertain') and status_date >= ${from}
      offset 0
    ) had
    where newsletter_key = ${newsletter_key} and (emails.status in ('in_flight', 'transactional') or served_date >= ${from})
      and emails.key not in (select email_key from sequence_emails where sequence_key = ${sequence_key})`.execute(
    db,
  );
  const dates = Map.groupBy(rows, row => row.subscriber_key);
  return ({ subscriber_key }, at, mailed) => {
    if (subscriber_key === null) return false;
    const isWithin = (date: Date) => date <= at && at.getTime() - date.getTime() < window_ms;
    const had = (dates.get(subscriber_key) ?? []).filter(({ date }) => isWithin(new Date(date)));
    return had.length + mailed.filter(isWithin).length >= cap.count;
  };
}
