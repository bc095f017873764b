import { grantsOf } from '../../audience/standing/queries.ts';
import { standing } from '../../audience/standing/standing.ts';
import { listOverdue } from '../../audience/subscribers/queries.ts';
import { settleStandings } from '../../audience/subscribers/settle.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import type { Recipient } from '../ledger/take.ts';
import type { ServeContext } from './context.ts';
import type { Mailing } from './mailings.ts';

/**
 * Checks once more which rights the recipients of a premium email have, now that they are in hand: those whose rights have changed with
 * time are settled first, and everybody gets the grant that entitles them, if there is one. For other emails, nothing is checked.
 */
export async function askAgain(
  { db, clock }: Pick<ServeContext, 'db' | 'clock'>,
  { email }: Mailing,
  recipients: Recipient[],
): Promise<Recipient[]> {
  if (email.email_type !== 'premium') return recipients;
  const now = clock();
  const keys = recipients.filter(({ id }) => id !== null).map(({ subscriber_key }) => subscriber_key);
  const overdue = await listOverdue(db, keys, now);
  const moved =
    overdue.length > 0
      ? await inTransaction(db, trx => settleStandings(trx, email.newsletter_key, overdue, now))
      : [];
  const settled = new Map(moved.map(({ subscriber }) => [subscriber.key, subscriber]));
  const grants = await grantsOf(db, keys);
  return recipients.map(recipient => {
    const { subscriber_key } = recipient;
    const found = standing(grants.get(subscriber_key) ?? [], now);
    const right = found.entitled && { right: { grant_key: found.grants[0]!, until: found.until } };
    const fresh = settled.get(subscriber_key);
    return { ...recipient, ...(fresh && { type: fresh.type, mail_state: fresh.mail_state }), ...right };
  });
}
