import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { lockSubscriber, updateSubscriberRow } from './queries.ts';
import { type FormerType, type Subscriber, suppressedTypes } from './subscriber.ts';
import { recordChanges, returnTo } from './update.ts';

const refusals: Partial<Record<SubscriberType, string>> = {
  unsubscribed: sentence('audience.left_self'),
  complained: sentence('audience.complained_self'),
  removed: sentence('audience.removed_elsewhere'),
};

/**
 * Lifts the suppression of somebody whose mail bounced or whom the team has blocked: they get back the type that they had before. A
 * person's own decision is never lifted, even if a block or a bounce came afterwards. Throws `not_found` and `subscriber_suppressed`.
 */
export async function liftSuppression(db: Database, newsletter_key: number, id: string): Promise<Subscriber> {
  return inTransaction(db, async trx => {
    const before = isId(id) ? await lockSubscriber(trx, newsletter_key, id) : undefined;
    if (!before || ![...suppressedTypes, 'removed'].includes(before.type)) throw notFound('suppression');
    const former = await findFormerType(trx, before);
    const refusal = hasLeftSince(before)
      ? refusals.unsubscribed
      : (refusals[before.type] ?? (former && refusals[former.type]));
    if (refusal !== undefined)
      throw new DomainError('subscriber_suppressed', refusal, { subscriber_id: before.id });
    const after = await updateSubscriberRow(trx, before.key, {
      ...(await returnTo(trx, before, former ?? { type: 'regular' })),
      confirmation_date: before.confirmation_date, // this confirms nothing
    });
    await recordChanges(trx, before, after);
    return after;
  });
}

/** Whether the person unsubscribed or complained after the suppression, by a link in an old mail. */
function hasLeftSince({ left_date, suppressed_date }: Subscriber): boolean {
  return left_date !== null && suppressed_date !== null && left_date >= suppressed_date;
}

/**
 * Finds the type that the subscriber had before the present one; undefined if they have always had the present one, or if the former one is
 * unknown.
 */
async function findFormerType(trx: Database, { id, type }: Subscriber): Promise<FormerType | undefined> {
  const { rows } = await sql<FormerType>`
    select data ->> 'from' as type, data ->> 'mail_from' as mail_state from events
    where subscriber_id = ${id} and event_type = 'subscriber.type.changed' and data ->> 'to' = ${type}
    order by key desc limit 1`.execute(trx);
  return rows[0];
}
