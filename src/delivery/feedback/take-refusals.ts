import { createHash } from 'node:crypto';
import { withDomains } from '../../engines/bounces/addresses.ts';
import { diagnose } from '../../engines/bounces/diagnose.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { lockDelivery } from '../ledger/late-evidence.ts';
import { writeOutcomes } from '../ledger/take.ts';
import { failDelivery } from './bounce.ts';
import { insertFeedback, isKnownReport } from './queries.ts';
import { type ReportContext, storable } from './take-report.ts';

/**
 * Processes permanent refusals during hand-over, in the mail server's words. The outcomes are recorded, and the refusals get the effect,
 * the event and the feedback entry that the same words in a bounce would have. All of this is one transaction: a crash leaves all of it or
 * nothing. Deliveries that already have an outcome keep it. `senders` are the addresses from which the mail was sent: a refusal of one of
 * them says nothing about the recipient.
 */
export async function takeRefusals(
  { db, clock, rule }: ReportContext,
  chunk: Chunk,
  refusals: Outcome[],
  senders: string[],
): Promise<void> {
  const now = clock();
  await inTransaction(db, async trx => {
    await writeOutcomes(trx, chunk, refusals);
    for (const { subscriber_key, reply } of refusals.toSorted(
      (a, b) => a.subscriber_key - b.subscriber_key,
    )) {
      const { email_key } = chunk;
      const delivery = await lockDelivery(trx, { email_key, subscriber_key });
      const report_hash = createHash('sha256')
        .update(JSON.stringify(['hand-over', email_key, subscriber_key, reply]))
        .digest();
      if (delivery?.status !== 'permanent' || (await isKnownReport(trx, report_hash))) continue;
      const { kind, status, reason, pattern } = diagnose({
        recipient: delivery.email_address,
        status: null,
        diagnostic: reply,
        texts: [],
        ours: withDomains(senders),
      });
      const isGone = delivery.subscriber_id === null; // nothing is stored that identifies a deleted subscriber
      const diagnosis = storable({ kind, status, pattern, reason: isGone ? null : reason });
      await insertFeedback(
        trx,
        storable({
          ...diagnosis,
          id: newId(),
          source: 'hand_over',
          identified_by: 'hand_over',
          recipient: delivery.email_address,
          email_key,
          subscriber_key: isGone ? null : subscriber_key,
          newsletter_key: delivery.newsletter_key,
          report_hash,
          creation_date: now.toISOString(),
        }),
      );
      await failDelivery(trx, delivery, diagnosis, rule, now);
    }
  });
}
