import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { lockAutomation, updateAutomationRow } from '../definition/queries.ts';
import { findItem, type ShownItem } from './queries.ts';
import { moveItems } from './queue-queries.ts';

/**
 * Applies a person's decision to a waiting item: `queued` mails it, now or with the next digest; `skipped` never mails it. A failed item
 * can be queued again. Throws `not_found`, and `status_invalid` for an item in another status.
 */
export async function decideItem(
  db: Database,
  newsletter_key: number,
  automation_id: string,
  item_id: string,
  status: 'queued' | 'skipped',
  now: Date,
): Promise<ShownItem> {
  return inTransaction(db, async trx => {
    const automation = found(await lockAutomation(trx, newsletter_key, automation_id), 'automation');
    const item = found(await findItem(trx, automation.key, item_id), 'item');
    if (item.status === status) return item;
    const from =
      status === 'queued' ? (['held', 'errored'] as const) : (['held', 'errored', 'queued'] as const);
    const reason = status === 'queued' ? sentence('items.released') : sentence('items.skipped');
    if ((await moveItems(trx, [item.key], [...from], { status, reason }, now)) === 0) {
      throw domainError('status_invalid', 'automations.item_cannot_become', {
        status: item.status,
        to: status,
        from: from.join(' or '),
      });
    }
    if (status === 'queued' && automation.cadence === 'every')
      await updateAutomationRow(trx, automation.key, { due_date: now.toISOString() });
    return (await findItem(trx, automation.key, item_id))!;
  });
}
