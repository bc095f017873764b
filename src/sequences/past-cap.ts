import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { fromMailsHad } from '../emails/mail-cap.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import type { Edition } from './definition/sequence.ts';
import type { Asked } from './past-truths.ts';

/** Whether somebody had got as many mails as the newsletter allows, counting those of the simulated passage. */
type PastCap = (one: Pick<Asked, 'subscriber_key'>, at: Date, mailed: readonly Date[]) => boolean;

/**
 * Reads from the ledger which mails these people had since shortly before `since`, and returns a function that says what the cap would have
 * decided. Mails of this sequence do not count: its simulation has mails of its own.
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
  const from = sql`${new Date(since.getTime() - window_ms).toISOString()}::timestamptz`;
  const among = sql`subscriber_key = any(${[...subscriber_keys]}::bigint[])`;
  const { rows } = await sql<{ subscriber_key: number; date: string }>`
    select subscriber_key, had.status_date as date ${fromMailsHad(newsletter_key, { among, since: from })}
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
