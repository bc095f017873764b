import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { isSameHand } from '../accounts/chain.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, notFound } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { text, timestampInput } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { sourceOf } from './approval.ts';
import { countAudience } from './audience.ts';
import { type ContentPart, changedParts, hashOf, listParts, nameOf, storeParts } from './content.ts';
import type { Email, EmailChanges } from './email.ts';
import { goesOut } from './launch.ts';
import { moveEmail } from './move.ts';
import { countPlanned, lockEmail, updateEmailRow } from './queries.ts';
import { demandRoom, demandTags, findBoundKey, refuseDraftsOnly } from './recipients-bound.ts';
import { demandVersion } from './version.ts';

export const approvalInput = z.object({
  count: z
    .int(sentence('input.whole_number'))
    .min(1)
    .max(2_000_000_000)
    .nullish()
    .describe('Maximum number of recipients; defaults to the current number'),
  modification_date: timestampInput
    .nullish()
    .describe('The modification_date you have seen: if the email has changed since, nothing is approved'),
});

/**
 * Approves the email with its current content, for the audience of its current rule, for at most `count` recipients. Throws `not_found`,
 * `status_invalid`, `forbidden` for anybody who requested the send, last changed the email, or changed another part of it since the
 * request, and for keys that they have created; `bound_exceeded` for a key that could not send as much itself, `email_changed` if the email
 * is in another version than `if_match` demands, `email_invalid` if it has changed since `modification_date`, `filter_too_slow`, and the
 * errors of completeSource.
 */
export async function approve(
  db: Database,
  { newsletter, by }: Caller,
  id: string,
  { count: asked, modification_date }: z.output<typeof approvalInput>,
  if_match?: DemandedTags,
): Promise<Email> {
  return inTransaction(db, async trx => {
    const email = await lockEmail(trx, newsletter.key, id);
    if (!email) throw notFound('email');
    if (email.status === 'deleted' || email.status === 'imported')
      throw domainError('status_invalid', 'emails.never_sent', { status: email.status });
    await demandVersion(trx, email, if_match, 'parts');
    const parts = await listParts(trx, email);
    await demandSecond(trx, email, parts, by);
    if (modification_date && Date.parse(modification_date) !== Date.parse(email.modification_date))
      throw domainError('email_invalid', 'emails.changed_since', { date: email.modification_date });
    const present = Math.max(await countAudience(trx, email), await countPlanned(trx, email.key));
    const count = asked ?? present;
    const bound = await findBoundKey(trx, newsletter.key, by, { held: false });
    if (bound) {
      refuseDraftsOnly(bound);
      if (bound.bounds.needs_approval) throw domainError('forbidden', 'emails.cannot_approve');
      await demandTags(trx, bound, email);
      await demandRoom(trx, bound, null, count, { now: false });
    }
    return updateEmailRow(trx, email.key, {
      approval_state: 'approved',
      approval_by: by,
      approval_count: count,
      approval_hash: hashOf(parts, await sourceOf(trx, email)),
      approval_content: storeParts(parts),
      approval_reason: '',
    });
  });
}

/**
 * Throws `forbidden` if the first consent came from `by`, or from a key in the same line of creation: by requesting the send, or by
 * changing the email or a part of it.
 */
async function demandSecond(trx: Database, email: Email, parts: ContentPart[], by: string): Promise<void> {
  for (const other of new Set([email.approval_requested_by, email.changed_by, email.sent_by]))
    if (other !== null && (await isSameHand(trx, by, other)))
      throw domainError('forbidden', 'emails.you_changed_email');
  for (const part of changedParts(email, parts))
    if (part.by !== null && (await isSameHand(trx, by, part.by)))
      throw domainError('forbidden', 'emails.you_changed_part', { part: nameOf(part) });
}

/**
 * Withdraws an approval, or the request for one; an email that was to go out becomes a draft. Throws `not_found`, and `forbidden` for
 * callers whose own sends need approval, unless they made the request.
 */
export async function withdraw(db: Database, { newsletter, bounds, by }: Caller, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const email = await lockEmail(trx, newsletter.key, id);
    if (!email) throw notFound('email');
    if (email.approval_state !== 'approved' && email.approval_state !== 'requested') return;
    if (bounds.needs_approval && email.approval_requested_by !== by)
      throw domainError('forbidden', 'emails.not_your_request');
    await end(trx, email, {
      approval_state: email.approval_state === 'approved' ? 'voided' : 'none',
      approval_by: null,
    });
  });
}

export const declineInput = z.object({
  reason: text(500).default('').describe('What has to change; the person who asked reads it on the email'),
});

/**
 * Declines the request to approve the email, which stays a draft, and returns it. Throws `not_found`, `status_invalid` if nobody asks for
 * an approval, and `forbidden` for the caller who asked and for callers whose own sends need approval.
 */
export async function decline(
  db: Database,
  { newsletter, bounds, by }: Caller,
  id: string,
  { reason }: z.output<typeof declineInput>,
): Promise<Email> {
  return inTransaction(db, async trx => {
    const email = await lockEmail(trx, newsletter.key, id);
    if (!email) throw notFound('email');
    if (email.approval_state !== 'requested')
      throw domainError('status_invalid', 'emails.no_request', { id });
    if (email.approval_requested_by === by) throw domainError('forbidden', 'emails.own_request', { id });
    if (bounds.needs_approval) throw domainError('forbidden', 'emails.cannot_decline');
    return end(trx, email, { approval_state: 'declined', approval_by: by, approval_reason: reason });
  });
}

/** Applies the changes to an email that is no longer approved, and makes it a draft again if it was about to go out. */
async function end(trx: Database, email: Email, changes: EmailChanges): Promise<Email> {
  if (!goesOut(email.status)) return updateEmailRow(trx, email.key, changes);
  return (await moveEmail(trx, email, 'draft', 'client', changes))!;
}
