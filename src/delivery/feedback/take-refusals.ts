import { createHash } from 'node:crypto';
import { judge } from '../../engines/bounces/judge.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { lockDelivery } from '../ledger/late-evidence.ts';
import { writeOutcomes } from '../ledger/take.ts';
import { insertFeedback, isKnownReport } from './queries.ts';
import { failDelivery, type ReportContext, storable } from './take-report.ts';

/**
 * Takes in what the mail server refused for good at hand-over, in its words: the outcomes are on record, and the refusals
 * have the effect, the event and the place in the list of feedback that the same words in a bounce would have. All in one
 * transaction: a crash leaves both or neither. What has an outcome already keeps it.
 */
export async function takeRefusals(
  { db, clock, rule }: ReportContext,
  chunk: Chunk,
  refusals: Outcome[],
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
      const { kind, status, reason, pattern } = judge({
        recipient: null,
        status: null,
        diagnostic: reply,
        texts: [],
      });
      const isGone = delivery.subscriber_id === null; // nothing is kept that names who was deleted
      const verdict = storable({ kind, status, pattern, reason: isGone ? null : reason });
      await insertFeedback(
        trx,
        storable({
          ...verdict,
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
      await failDelivery(trx, delivery, verdict, rule, now);
    }
  });
}
