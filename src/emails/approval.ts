import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inSavepoint } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type ContentPart, changedParts, hashOf, listParts, nameOf, storeParts } from './content.ts';
import type { Email, EmailChanges } from './email.ts';
import { updateEmailRow } from './queries.ts';
import { everySend } from './recipients-bound.ts';
import { completeSource, type EmailSource, mailedSource } from './templates.ts';

/** Returns the changes to an approved email when something that the approval covers changes. */
export function voided({ approval_state }: Email): EmailChanges {
  return approval_state === 'approved' ? { approval_state: 'voided', approval_by: null } : {};
}

/** Returns the content that is, or would be, mailed. Throws the same errors as completeSource. */
export async function sourceOf(db: Database, email: Email): Promise<EmailSource> {
  const isFixed = email.mailed !== null && (email.status === 'in_flight' || email.status === 'sent');
  return isFixed ? mailedSource.parse(email.mailed) : completeSource(db, email.newsletter_key, email);
}

/**
 * Throws `approval_required` if `total` recipients are more than the newsletter lets one key mail alone, unless that many were approved for
 * exactly this content and audience rule.
 */
export async function demandApproval(
  db: Database,
  { approval_threshold }: Pick<Newsletter, 'approval_threshold'>,
  email: Email,
  source: () => Promise<EmailSource>,
  total: number,
): Promise<void> {
  if (approval_threshold === null || total <= approval_threshold) return;
  const { approval_state, approval_hash, approval_count } = email;
  const parts = approval_state === 'approved' ? await listParts(db, email) : [];
  const isCovered = parts.length > 0 && approval_hash?.equals(hashOf(parts, await source()));
  if (isCovered && total <= (approval_count ?? 0)) return;
  throw approvalRequired(
    email,
    total,
    isCovered ? whyTooMany(approval_count ?? 0) : whyUnapproved(email, parts, approval_threshold),
  );
}

function whyTooMany(approved: number): string {
  return sentence('emails.most_approved', { count: approved });
}

function whyUnapproved(email: Email, parts: ContentPart[], threshold: number): string {
  if (email.approval_state === 'approved') return whyChanged(changedParts(email, parts));
  if (email.approval_state === 'voided') return sentence('emails.voided');
  if (threshold === everySend) return sentence('emails.all_need_approval');
  return sentence('emails.threshold', { count: threshold });
}

const mostListed = 5;

function whyChanged(changed: ContentPart[]): string {
  const parts = changed.slice(0, mostListed).map(nameOf).join(', ');
  const more = changed.length - mostListed;
  if (parts === '') return sentence('emails.changed_since_approval');
  return more > 0
    ? sentence('emails.parts_changed_more', { parts, more })
    : sentence('emails.parts_changed', { parts });
}

/** Returns the refusal of a send to `total` recipients. */
export function approvalRequired({ id }: Pick<Email, 'id'>, total: number, why: string): DomainError {
  return new DomainError('approval_required', sentence('emails.approval_needed', { total, why, id }), {
    email_id: id,
    count: String(total),
  });
}

/** Whether the error asks for an approval. */
export function isApprovalRequired(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'approval_required';
}

/** Returns the changes to an email when `by` requests to send it as it is to `count` recipients, and the send needs an approval. */
export async function requested(trx: Database, email: Email, by: string | null, count: number) {
  return {
    approval_state: 'requested',
    approval_requested_by: by,
    approval_requested_date: new Date().toISOString(),
    approval_by: null,
    approval_count: count,
    approval_hash: null,
    approval_content: storeParts(await listParts(trx, email)),
    approval_reason: '',
  };
}

/**
 * Runs work that mails people. If an approval is needed, rolls it back, records the request on the email, and returns the refusal instead
 * of throwing it, so that the record is committed.
 */
export async function orRequest<T>(
  trx: Database,
  email: Email,
  by: string | null,
  work: () => Promise<T>,
): Promise<T | DomainError> {
  try {
    return await inSavepoint(trx, work);
  } catch (error) {
    if (!isApprovalRequired(error)) throw error;
    const count = Number(error.metadata?.count);
    await updateEmailRow(trx, email.key, await requested(trx, email, by, count));
    return error;
  }
}
