import type { Newsletter } from '../../accounts/newsletter.ts';
import { findSubscriber, listMailed } from '../../audience/subscribers/queries.ts';
import { approvalRequired, demandApproval, orRequest, sourceOf } from '../../emails/approval.ts';
import { countOutside } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import { demandRecipientsKnown } from '../../emails/kept.ts';
import { countPlanned, findEmail, lockEmail, noteFrozen } from '../../emails/queries.ts';
import {
  type BoundKey,
  demandTagged,
  findBoundKey,
  spend,
  thresholdOf,
} from '../../emails/recipients-bound.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, domainError, found } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { addRecipients } from '../ledger/add.ts';
import { dropAudience, freezeNextRange } from '../ledger/audience.ts';
import { finishIfServed } from './finish.ts';
import { lockEmailById } from './queries.ts';
import { readableSource, toFlight } from './start.ts';

/** `by` is the id of the sending key; null if it is unknown. */
type SendContext = { theme: Theme; clock: Clock; by: string | null };

/** The result of sending an email to somebody; `unmailable` means that their type gets no mail. */
export type Sent = 'added' | 'there' | 'unmailable';

/**
 * Adds these subscribers to the email's ledger: a draft becomes in_flight with them as its whole audience; an email in flight or sent gets
 * them in addition. Nobody gets the email twice: those with a row are `there`. With `chosen`, the email's type is not checked when they are
 * served either. Deleted subscribers are not in the result. With `more_to_come`, a draft does not become sent before endSendTo. Throws
 * `not_found`, `status_invalid`, `bound_exceeded`, `approval_required`, and `subject_invalid`, `body_invalid` or `email_invalid` for a
 * draft with invalid templates.
 */
export async function sendTo(
  trx: Database,
  context: SendContext,
  newsletter: Newsletter,
  email_id: string,
  subscriber_keys: number[],
  { chosen, more_to_come }: { chosen: boolean; more_to_come: boolean },
): Promise<Map<number, Sent>> {
  const email = found(await lockEmail(trx, newsletter.key, email_id), 'email');
  refuseUnlessOpen(email);
  const bound = await findBoundKey(trx, newsletter.key, context.by, { held: true });
  const mailed = await listMailed(trx, newsletter.key, subscriber_keys);
  const mailable = subscriber_keys.filter(key => mailed.get(key));
  if (mailable.length > 0 && email.status === 'draft')
    await beginWithChosen(trx, context, newsletter, email, more_to_come);
  if (email.status === 'in_flight') await freezeWhatIsLeft(trx, email);
  const added = new Set(await addRecipients(trx, email.key, mailable, chosen));
  if (added.size > 0) await demandAdded(trx, newsletter, email, bound, [...added]);
  const asked = new Set(mailable);
  return new Map(
    [...mailed.keys()].map(key => [key, added.has(key) ? 'added' : asked.has(key) ? 'there' : 'unmailable']),
  );
}

/** Notes that nobody else will be added: the email becomes sent as soon as everybody has been served. Harmless for any other email. */
export async function endSendTo(trx: Database, email_id: string): Promise<void> {
  const email = await lockEmailById(trx, email_id);
  if (email?.status !== 'in_flight' || !email.recipients_chosen || email.audience_frozen) return;
  await noteFrozen(trx, email.key, 0, true);
  await finishIfServed(trx, email.key);
}

/**
 * Sends the email to one subscriber, whatever its tags and type. Throws `not_found`, `email_duplicate` if they have it
 * or will get it, `request_invalid` if they get no mail, and what sendTo throws. Returns `approval_required` instead of
 * throwing it, so that the request for an approval is committed.
 */
export async function sendToOne(
  db: Database,
  context: SendContext,
  newsletter: Newsletter,
  word: string,
  email_id: string,
): Promise<DomainError | undefined> {
  return inTransaction(db, async trx => {
    const subscriber = found(await findSubscriber(trx, newsletter.key, word), 'subscriber');
    const email = found(await findEmail(trx, newsletter.key, email_id), 'email');
    const options = { chosen: true, more_to_come: false };
    const sent = await orRequest(trx, email, context.by, () =>
      sendTo(trx, context, newsletter, email_id, [subscriber.key], options),
    );
    if (sent instanceof DomainError) return sent;
    const became = sent.get(subscriber.key);
    if (became === 'there')
      throw new DomainError('email_duplicate', sentence('delivery.has_copy'), {
        email_id,
      });
    if (became === 'unmailable')
      throw domainError('request_invalid', 'delivery.gets_no_mail', { type: subscriber.type });
    return undefined;
  });
}

/** Throws `bound_exceeded` or `approval_required` if the newly added recipients are too many; otherwise counts them. */
async function demandAdded(
  trx: Database,
  newsletter: Newsletter,
  { key, id }: Email,
  bound: BoundKey | undefined,
  added: number[],
): Promise<void> {
  if (bound) {
    await demandTagged(trx, bound, newsletter.key, added);
    await spend(trx, bound, key, added.length);
  }
  const threshold = thresholdOf(newsletter, bound);
  if (threshold.approval_threshold === null) return;
  const total = await countPlanned(trx, key);
  if (total <= threshold.approval_threshold) return;
  const email = (await lockEmailById(trx, id))!;
  await demandApproval(trx, threshold, email, () => sourceOf(trx, email), total);
  if ((await countOutside(trx, { ...email, ignores_cap: true }, added)) > 0)
    throw approvalRequired(email, total, sentence('emails.not_in_approved'));
}

/** Throws `status_invalid` unless recipients can be added to the email. */
export function refuseUnlessOpen(email: Email): void {
  const { status } = email;
  if (status === 'draft' || status === 'in_flight' || status === 'sent') {
    demandRecipientsKnown(email);
    return;
  }
  throw domainError('status_invalid', 'delivery.not_sendable', { status });
}

async function beginWithChosen(
  trx: Database,
  { theme, clock, by }: SendContext,
  newsletter: Newsletter,
  email: Email,
  more_to_come: boolean,
): Promise<void> {
  const mailed = await readableSource(trx, theme, newsletter, email);
  if (mailed instanceof DomainError) throw mailed;
  await dropAudience(trx, email.key); // of an earlier start that was undone
  await toFlight(trx, email, {
    mailed: JSON.stringify(mailed),
    publish_date: clock().toISOString(),
    recipients_chosen: true,
    sent_by: by,
    audience_bound: 0,
    frozen_up_to: 0,
    audience_frozen: !more_to_come,
  });
}

/** Completes an audience that is being frozen before recipients are added, so that its ranges contain none of them. */
export async function freezeWhatIsLeft(trx: Database, email: Email): Promise<void> {
  if (email.recipients_chosen) return;
  for (let at: Email | undefined = email; at && !at.audience_frozen; at = await lockEmailById(trx, email.id))
    await freezeNextRange(trx, at, 50_000);
}
