import { listNewsletters } from '../accounts/queries.ts';
import { holdItems } from '../automations/items/hold-items.ts';
import { stopActions } from '../bulk-actions/stop.ts';
import { markRestUncertain } from '../delivery/ledger/give-up.ts';
import { finishIfServed } from '../delivery/sending/finish.ts';
import { lockEmailById } from '../delivery/sending/queries.ts';
import { moveEmail } from '../emails/move.ts';
import { recordEvent } from '../journal/record.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { lockFence, release } from '../platform/fence/queries.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { dropDeliveries } from '../webhooks/drop.ts';
import type { Decisions, Resumed } from './hold.ts';
import { findRestore, listPendingEmails } from './queries.ts';

const reason = sentence('holds.done_after_backup');

/**
 * Ends the hold: applies the decisions, and lets the next worker that checks continue, within a second if one is running. Copies from
 * before stay on hold. All or nothing. Throws `not_on_hold`, and `request_invalid` for an email that is not waiting.
 */
export async function resume(db: Database, clock: Clock, decisions: Decisions): Promise<Resumed> {
  const { rest, emails: chosen } = decisions;
  const isSending = rest === 'send';
  const { bulk_actions, webhooks, posts } = {
    bulk_actions: isSending ? 'continue' : 'stop',
    webhooks: isSending ? 'tell' : 'drop',
    posts: isSending ? 'mail' : 'hold',
    ...decisions,
  };
  return inTransaction(db, async trx => {
    const { state } = await lockFence(trx);
    if (state !== 'hold') throw domainError('not_on_hold', 'holds.not_on_hold');
    const emails = await listPendingEmails(trx);
    refuseOthers(Object.keys(chosen), emails);
    const stopped = emails.filter(({ id }) => (chosen[id] ?? rest) === 'uncertain');
    let recipients_uncertain = 0;
    for (const { id } of stopped) recipients_uncertain += await stopEmail(trx, id);
    const done = {
      emails_continued: emails.length - stopped.length,
      emails_stopped: stopped.length,
      recipients_uncertain,
      bulk_actions_stopped: bulk_actions === 'stop' ? await stopActions(trx, clock, reason) : 0,
      events_dropped: webhooks === 'drop' ? await dropDeliveries(trx) : 0,
      items_held: posts === 'hold' ? await holdItems(trx, clock()) : 0,
    };
    await release(trx, (await findRestore(trx))?.id ?? null);
    for (const { key } of await listNewsletters(trx))
      await recordEvent(trx, key, { event_type: 'installation.resumed', data: done });
    return done;
  });
}

/**
 * Makes the copies of the email that are left uncertain, or makes an email that has not begun errored. Returns how many recipients became
 * uncertain.
 */
async function stopEmail(trx: Database, id: string): Promise<number> {
  const email = await lockEmailById(trx, id);
  if (!email) return 0;
  const count = await markRestUncertain(trx, email.key);
  const isWhole = email.audience_frozen && (email.status === 'in_flight' || email.status === 'sent');
  if (isWhole) await finishIfServed(trx, email.key);
  else
    await moveEmail(trx, email, 'errored', 'service', {
      status_reason: sentence('holds.sent_after_backup'),
    });
  return count;
}

function refuseOthers(ids: string[], emails: { id: string }[]): void {
  const stranger = ids.find(id => !emails.some(email => email.id === id));
  if (stranger !== undefined) throw domainError('request_invalid', 'holds.not_waiting', { id: stranger });
}
