import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { demand, everything, type Permissions } from '../accounts/permissions.ts';
import { recordEvent } from '../journal/record.ts';
import { asColumns } from '../platform/database/as-columns.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { DomainError, domainError, notFound } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { findObstacle } from './allow-send.ts';
import { sourceOf, voided } from './approval.ts';
import { type Change, readChange } from './change.ts';
import { type EmailContext, refuseTaken } from './create.ts';
import { clientMayMove, type Email, type EmailChanges, emailStatuses, isPublic } from './email.ts';
import { fields, openFields, revisedFields } from './fields.ts';
import { resolveAttachments } from './files/upload.ts';
import type { EmailUpdate } from './input.ts';
import { goesOut, launch, refusePast, undoWindow } from './launch.ts';
import { moveEmail } from './move.ts';
import { findSequencesThatMail, keepFormerSlug, lockEmail, updateEmailRow } from './queries.ts';
import { demandPublic } from './recipients-bound.ts';
import { refuseUnknownEmails } from './related.ts';
import { keepRevision } from './revise.ts';
import { endSitting } from './revision-queries.ts';
import { checkTemplates, type EmailSource, tryTemplates } from './templates.ts';
import { demandVersion } from './version.ts';

/** The author of the change with their permissions, and the versions of the email that it is meant for. */
type Author = {
  by?: string | null;
  type?: Caller['type'];
  permissions?: Permissions;
  if_match?: DemandedTags | undefined;
  /** Whether an earlier revision is restored. Then the present version of the email is kept as a revision. */
  restores?: boolean;
};

/** The email as it is now, and whether it should have gone out but now waits for an approval. */
type Updated = { email: Email; needs_approval: boolean };

/**
 * Applies `changes`; setting a field to its current value changes nothing and is always allowed. Throws `not_found`, `email_changed` if the
 * email is in another version than `if_match` demands, `email_invalid` for a field that cannot change in this status, `status_invalid` for
 * an impossible move, `forbidden` if mail would go out that `permissions` do not allow, and the errors of createEmail; nothing is changed
 * then. If a second key has to approve the send first, everything except the status is changed, and a scheduled email becomes a draft.
 */
export async function updateEmail(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  id: string,
  changes: Partial<EmailUpdate>,
  { by = null, type = 'key', permissions = everything, if_match, restores = false }: Author = {},
): Promise<Updated> {
  const now = context.clock();
  return inTransaction(db, async trx => {
    const before = await lockEmail(trx, newsletter.key, id);
    if (!before) throw notFound('email');
    const change = await readChange(trx, newsletter, before, changes);
    // A repeated request finds its change already made, and overwrites nothing (RFC 9110 §13.1.1).
    if (Object.keys(change.wanted).length === 0) return { email: before, needs_approval: false };
    await demandVersion(trx, before, if_match, change.is_release ? 'parts' : 'fields');
    refuseMove(change);
    await refuseStep(trx, change);
    refuseClosed(change);
    const publish_date = decideTime(change, now);
    await demandRights(trx, change, by, permissions);
    const tried = await checkContent(trx, context, newsletter, change);

    if (revisedFields.some(field => field in change.wanted))
      await keepRevision(trx, before, { by, restores, now });
    const undo_until = undoWindow(newsletter, type, now).toISOString();
    const written = await writeFields(trx, change, { by, publish_date, undo_until });
    const { id: email_id, newsletter_key } = written;
    const data = { fields: Object.keys(change.wanted) };
    await recordEvent(trx, newsletter_key, { event_type: 'email.updated', email_id, data });
    const goal = { ...written, status: change.to };
    const obstacle = change.asks_to_send
      ? await findObstacle(trx, newsletter, goal, async () => tried ?? sourceOf(trx, goal))
      : undefined;
    const email = obstacle ? await hold(trx, written, obstacle) : await move(trx, written, change.to, now);
    if (change.is_launch) {
      await endSitting(trx, before.key);
      await launch(trx, newsletter, email, now);
    }
    return { email, needs_approval: obstacle !== undefined };
  });
}

/** Marks the email as deleted: it is neither sent nor shown to anybody, but can still be retrieved by id. */
export async function deleteEmail(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  id: string,
  author: Author,
): Promise<void> {
  await updateEmail(db, context, newsletter, id, { status: 'deleted' }, author);
}

function refuseMove({ before, to, is_move, is_handed_over }: Change): void {
  if (!is_move || clientMayMove(before.status, to, is_handed_over)) return;
  const is_mailed = is_handed_over && clientMayMove(before.status, to, false);
  const possible = emailStatuses.filter(status => clientMayMove(before.status, status, is_handed_over));
  const { status } = before;
  const detail =
    possible.length > 0
      ? sentence(is_mailed ? 'emails.cannot_become_mailed' : 'emails.cannot_become', {
          status,
          to,
          possible: possible.join(', '),
        })
      : sentence(is_mailed ? 'emails.never_again_mailed' : 'emails.never_again', { status, to });
  throw new DomainError('status_invalid', detail);
}

/** Throws `status_invalid`, with the ids of the sequences, while a sequence mails the email: the sequence would leave that step out. */
async function refuseStep(trx: Database, { before, is_move }: Change): Promise<void> {
  if (!is_move || before.status !== 'transactional') return;
  const ids = await findSequencesThatMail(trx, before);
  if (ids.length > 0)
    throw new DomainError('status_invalid', sentence('emails.in_sequences', { sequences: ids.length }), {
      automation_ids: ids.slice(0, 100).join(','),
    });
}

function refuseClosed({ before, wanted, is_handed_over }: Change): void {
  const { status: _, ...values } = wanted;
  const open: readonly string[] | undefined = openFields(before.status, is_handed_over);
  const closed = Object.keys(values).find(field => open && !open.includes(field));
  if (closed)
    throw domainError('email_invalid', 'emails.field_closed', {
      field: closed,
      status: before.status,
      open: open!.join(', '),
    });
}

/** Returns when the email will be, or was, sent. */
function decideTime({ before, wanted, to, is_move, is_handed_over }: Change, now: Date): string | null {
  if (is_handed_over) return before.publish_date; // it continues, and was published when it started
  const { publish_date = before.publish_date } = wanted;
  if (to === 'scheduled' && (is_move || wanted.publish_date !== undefined)) refusePast(publish_date, now);
  if (to !== 'about_to_send') return publish_date;
  if (wanted.publish_date && new Date(wanted.publish_date) > now) {
    throw domainError('status_invalid', 'emails.date_in_future');
  }
  return null;
}

/**
 * Throws `forbidden` for emails that the author may not send, and for changes that the author may not make after others have requested the
 * send.
 */
async function demandRights(
  trx: Database,
  { before, to, is_handed_over, is_launch }: Change,
  by: string | null,
  permissions: Permissions,
): Promise<void> {
  if (is_handed_over || isPublic(before.status) || before.status === 'transactional')
    await demandPublic(trx, before.newsletter_key, by, before.sent_by ?? before.changed_by);
  else if (to === 'deleted' && before.status !== 'draft')
    await demandPublic(trx, before.newsletter_key, by, by);
  if (is_launch) demand(permissions, 'sending', 'write');
}

/** Checks everything that the new values name, and the templates. Returns their complete texts if they have been tried for a send. */
async function checkContent(
  trx: Database,
  { theme }: EmailContext,
  newsletter: Newsletter,
  { before, wanted, to, is_move, is_handed_over, is_rewrite }: Change,
): Promise<EmailSource | undefined> {
  if (wanted.related_email_ids) await refuseUnknownEmails(trx, newsletter.key, wanted.related_email_ids);
  if (wanted.attachments) await resolveAttachments(trx, newsletter.key, wanted.attachments);
  const email = { ...before, ...wanted };
  // For remaining recipients of an email that some have received, the content was fixed when sending began.
  if (goesOut(to) && !is_handed_over && (is_move || is_rewrite))
    return tryTemplates(trx, theme, newsletter, email);
  if (is_rewrite) await checkTemplates(trx, theme, newsletter.key, email);
  return undefined;
}

/** Writes all fields but the status. */
async function writeFields(
  trx: Database,
  { before, wanted, to, is_move, is_handed_over, is_recast, asks_to_send }: Change,
  { by, publish_date, undo_until }: { by: string | null; publish_date: string | null; undo_until: string },
): Promise<Email> {
  const { status: _, ...values } = wanted;
  const written = await updateEmailRow(trx, before.key, {
    ...asColumns(fields, values),
    publish_date,
    ...(is_recast && { changed_by: by, ...voided(before) }),
    ...(asks_to_send && { sent_by: by }),
    // For the remaining recipients, the meaning of the audience stays as it was fixed when sending began.
    ...((is_move || is_recast) && !is_handed_over && { audience: null }),
    ...(is_move && to === 'about_to_send' && { undo_until }),
    ...(is_move && to === 'draft' && { recipients_chosen: false }), // restarted for its own audience
  }).catch(error => refuseTaken(error, wanted.slug));
  if (written.slug !== before.slug) await keepFormerSlug(trx, before, written.slug);
  return written;
}

/** Keeps the email from going out: it keeps its status, or becomes a draft again. */
async function hold(trx: Database, email: Email, obstacle: EmailChanges): Promise<Email> {
  if (!goesOut(email.status)) return updateEmailRow(trx, email.key, obstacle);
  return (await moveEmail(trx, email, 'draft', 'client', { status_reason: '', ...obstacle }))!;
}

async function move(trx: Database, email: Email, to: EmailStatus, now: Date): Promise<Email> {
  if (to === email.status) return email;
  const changes = { status_date: now.toISOString(), status_reason: '' };
  return (await moveEmail(trx, email, to, 'client', changes))!;
}
