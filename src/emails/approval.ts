import { createHash } from 'node:crypto';
import type { Newsletter } from '../accounts/newsletter.ts';
import { counted } from '../platform/counted.ts';
import { type Database, inSavepoint } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { audienceFilter } from './audience.ts';
import type { Email } from './email.ts';
import { updateEmailRow } from './queries.ts';
import { everySend } from './recipients-bound.ts';
import { completeSource, type EmailSource, mailedSource } from './templates.ts';

/** What an approval covers: changing one of these voids it. The text of snippets is covered as well. */
export const covered = [
  'subject',
  'body',
  'description',
  'custom_teaser',
  'should_send_teaser',
  'attachments',
  'template',
  'email_type',
  'included_tags',
  'excluded_tags',
  'filters',
] as const satisfies (keyof Email)[];

/** The changes to an approved email when something that the approval covers changes. */
export function voided({ approval_state }: Email): Partial<Email> {
  return approval_state === 'approved' ? { approval_state: 'voided', approval_by: null } : {};
}

/** The content that is, or would be, mailed. Throws what completeSource throws. */
export async function sourceOf(db: Database, email: Email): Promise<EmailSource> {
  const isFixed = email.mailed !== null && (email.status === 'in_flight' || email.status === 'sent');
  return isFixed ? mailedSource.parse(email.mailed) : completeSource(db, email.newsletter_key, email);
}

/** SHA-256 of what an approval covers; for segments, their current filters. */
export async function hashOf(db: Database, email: Email, source: EmailSource): Promise<Buffer> {
  const ordered = (keys: number[]) => keys.toSorted((one, other) => one - other);
  const content = [source.subject, source.body, source.description, source.custom_teaser];
  const form = [email.should_send_teaser, email.attachments, email.template];
  const { group, segments } = await audienceFilter(db, email);
  const filters = email.filters === null ? [] : [group, Object.entries(segments).toSorted()];
  const rule = [email.email_type, ordered(email.included_tags), ordered(email.excluded_tags), ...filters];
  return createHash('sha256')
    .update(JSON.stringify([content, form, rule]))
    .digest();
}

/**
 * Throws `approval_required` if `total` recipients are more than the newsletter lets one key mail alone, and that many
 * have not been approved for exactly this content and audience rule.
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
  const isCovered =
    approval_state === 'approved' && approval_hash?.equals(await hashOf(db, email, await source()));
  if (isCovered && total <= (approval_count ?? 0)) return;
  throw approvalRequired(
    email,
    total,
    isCovered
      ? `At most ${approval_count} recipients are approved.`
      : approval_state === 'approved' || approval_state === 'voided'
        ? 'Its content or audience has changed since it was approved, or the approval was withdrawn.'
        : approval_threshold === everySend
          ? 'All your sends need an approval.'
          : `More than ${approval_threshold} recipients need an approval (approval_threshold).`,
  );
}

/** The refusal of a send to `total` recipients. */
export function approvalRequired({ id }: Pick<Email, 'id'>, total: number, why: string): DomainError {
  return new DomainError(
    'approval_required',
    `This email would go to ${counted(total, 'recipient')}. ${why} Ask another person to approve it, or a program with another key (POST /v1/emails/${id}/approval), then repeat the request.`,
    { email_id: id, count: String(total) },
  );
}

/** Whether the error asks for an approval. */
export function isApprovalRequired(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'approval_required';
}

/** The changes to an email when `by` requests to send it to `count` recipients and that has to be approved. */
export function requested(by: string | null, count: number) {
  return {
    approval_state: 'requested',
    approval_requested_by: by,
    approval_requested_date: new Date().toISOString(),
    approval_by: null,
    approval_count: count,
    approval_hash: null,
    approval_reason: '',
  };
}

/**
 * Runs work that mails people. If an approval is needed, rolls it back, records the request on the email, and returns
 * the refusal instead of throwing it, so that this is committed.
 */
export async function orRequest<T>(
  trx: Database,
  email: Pick<Email, 'key'>,
  by: string | null,
  work: () => Promise<T>,
): Promise<T | DomainError> {
  try {
    return await inSavepoint(trx, work);
  } catch (error) {
    if (!isApprovalRequired(error)) throw error;
    await updateEmailRow(trx, email.key, requested(by, Number(error.metadata?.count)));
    return error;
  }
}
