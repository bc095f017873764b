import { recordEvent } from '../accounts/events/record.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { demand, everything, type Permissions } from '../accounts/permissions.ts';
import type { FilterGroup } from '../audience/filter/filter.ts';
import { settleAudience } from '../audience/filter/tag-lists.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import { onlyChanges } from '../platform/changes.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { allowSend } from './allow-send.ts';
import { covered, sourceOf, voided } from './approval.ts';
import { chooseSlug, type EmailContext, refuseTaken } from './create.ts';
import { clientMayMove, type Email, emailStatuses, isPublic, isUnsent, openFields } from './email.ts';
import { resolveAttachments } from './files/upload.ts';
import type { EmailUpdate } from './input.ts';
import { goesOut, launch, refusePast } from './launch.ts';
import { momentOf } from './publish-date.ts';
import { isHandedOver, keepFormerSlug, lockEmail, updateEmailRow } from './queries.ts';
import { demandApproved } from './recipients-bound.ts';
import { refuseUnknownEmails } from './related.ts';
import { keepRevision } from './revise.ts';
import { revisedFields } from './revision.ts';
import { endSitting } from './revision-queries.ts';
import { checkTemplates, tryTemplates } from './templates.ts';
import { demandVersion } from './version.ts';

/** The author of the change, the key and its permissions, and the versions of the email that it is meant for. */
type Author = {
  by?: string | null;
  permissions?: Permissions;
  if_match?: DemandedTags | undefined;
  /** Whether an earlier revision is restored: what the email was before stays as a revision. */
  restores?: boolean;
};

/**
 * Applies `changes`; setting a field to its current value changes nothing and is always allowed. Throws `not_found`,
 * `email_changed` if the email is in another version than `if_match` demands, `email_invalid` for a field that cannot
 * change in this status, `status_invalid` for an impossible move, `forbidden` if mail would go out that `permissions` do
 * not allow, and what createEmail throws; nothing is changed then. If a second key has to approve it first, everything
 * except the status is changed, and a scheduled email becomes a draft.
 */
export async function updateEmail(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  id: string,
  changes: Partial<EmailUpdate>,
  { by = null, permissions = everything, if_match, restores = false }: Author = {},
): Promise<Email> {
  const now = context.clock();
  return inTransaction(db, async trx => {
    const before = await lockEmail(trx, newsletter.key, id);
    if (!before) throw notFound('email');
    const handed_over = await isHandedOver(trx, before.key);
    const wanted = onlyChanges(await asShown(trx, before), await toColumns(trx, newsletter, before, changes));
    // A repeated request finds its change made, and overwrites nothing (RFC 9110 §13.1.1).
    if (Object.keys(wanted).length > 0) demandVersion(before, if_match);
    const status = wanted.status ?? before.status;
    refuseMove(before, status, handed_over);
    refuseClosed(before, Object.keys(wanted), handed_over);
    const publish_date = handed_over
      ? before.publish_date // it continues, and was published when it started
      : decideTime(before, status, wanted.publish_date, now);
    if (wanted.related_email_ids) await refuseUnknownEmails(trx, newsletter.key, wanted.related_email_ids);
    if (wanted.attachments) await resolveAttachments(trx, newsletter.key, wanted.attachments);
    const moved = status !== before.status;
    const isSeen = handed_over || isPublic(before.status) || isPublic(status);
    if (isSeen || (status === 'deleted' && before.status !== 'draft'))
      await demandApproved(trx, newsletter.key, by);
    const rewritten = templates.some(field => wanted[field] !== undefined);
    // For remaining recipients of an email that some have received, the content was fixed when sending began.
    const tried =
      goesOut(status) && !handed_over && (moved || rewritten)
        ? await tryTemplates(trx, context.theme, newsletter, { ...before, ...wanted })
        : undefined;
    if (!tried && rewritten)
      await checkTemplates(trx, context.theme, newsletter.key, { ...before, ...wanted });
    if (Object.keys(wanted).length === 0) return before;
    const launched =
      (moved && status === 'about_to_send') ||
      (status === 'scheduled' && (moved || publish_date !== before.publish_date));
    if (launched) demand(permissions, 'sending', 'write');
    const recast = covered.some(field => wanted[field] !== undefined) && isUnsent(before.status);
    const asksToSend = launched || (goesOut(status) && recast);

    if (revisedFields.some(field => field in wanted)) await keepRevision(trx, before, { by, restores, now });
    const asked = await updateEmailRow(trx, before.key, {
      ...wanted,
      ...(recast && { changed_by: by, ...voided(before) }),
      ...(asksToSend && { sent_by: by }),
      ...(wanted.filters !== undefined && { filters: wanted.filters && JSON.stringify(wanted.filters) }),
      ...(wanted.metadata !== undefined && { metadata: JSON.stringify(wanted.metadata) }),
      ...(wanted.related_email_ids !== undefined && {
        related_email_ids: JSON.stringify(wanted.related_email_ids),
      }),
      ...(wanted.attachments !== undefined && { attachments: JSON.stringify(wanted.attachments) }),
      publish_date,
      // Its meaning when sending began is fixed for the remaining recipients.
      ...((moved || recast) && !handed_over && { audience: null }),
      ...(moved && { status_date: now.toISOString(), status_reason: '', trouble: null, trouble_since: null }),
      ...(moved && status === 'draft' && { recipients_chosen: false }), // restarted for its own audience
    }).catch(error => refuseTaken(error, wanted.slug));
    const after = asksToSend
      ? await allowSend(trx, newsletter, asked, async () => tried ?? sourceOf(trx, asked), before)
      : asked;
    if (after.slug !== before.slug) await keepFormerSlug(trx, before, after.slug);
    if (launched) {
      await endSitting(trx, before.key);
      await launch(trx, context.jobs, newsletter, after, now);
    }
    await recordEvent(trx, newsletter.key, {
      event_type: 'email.updated',
      email_id: after.id,
      data: { fields: Object.keys(wanted) },
    });
    if (after.status !== before.status) await recordMove(trx, before, after);
    return after;
  });
}

/** Marks the email as deleted: it is sent to nobody and shown to nobody, but can still be retrieved by id. */
export async function deleteEmail(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  id: string,
  author: Author,
): Promise<void> {
  await updateEmail(db, context, newsletter, id, { status: 'deleted' }, author);
}

const templates = ['subject', 'body', 'description', 'custom_teaser'] as const;

type Columns = Partial<Omit<Email, 'included_tags' | 'excluded_tags' | 'filters'>> & {
  included_tags?: number[] | undefined;
  excluded_tags?: number[] | undefined;
  filters?: FilterGroup | null | undefined;
};

/** The email without deleted tags: clients do not see them, and omit them when they send the email back. */
async function asShown(trx: Database, email: Email): Promise<Email> {
  if (email.included_tags.length + email.excluded_tags.length === 0) return email;
  const tags = await openTagDirectory(trx, email.newsletter_key);
  return {
    ...email,
    included_tags: tags.present(email.included_tags),
    excluded_tags: tags.present(email.excluded_tags),
  };
}

async function toColumns(
  trx: Database,
  { timezone }: Newsletter,
  before: Email,
  { included_tags, excluded_tags, filters, slug, publish_date, ...rest }: Partial<EmailUpdate>,
): Promise<Columns> {
  const { newsletter_key, subject, slug: present } = before;
  return {
    ...(rest as Columns),
    publish_date: publish_date && momentOf(publish_date, timezone),
    ...(await settleAudience(
      trx,
      newsletter_key,
      { included_tags, excluded_tags, filters },
      'email_invalid',
      before,
    )),
    slug:
      slug === undefined || slug === present
        ? slug
        : await chooseSlug(trx, newsletter_key, slug, rest.subject ?? subject, present),
  };
}

function refuseMove(before: Email, to: EmailStatus, handed_over: boolean): void {
  if (to === before.status || clientMayMove(before.status, to, handed_over)) return;
  const reason =
    handed_over && clientMayMove(before.status, to, false)
      ? ' because some recipients have already been mailed'
      : '';
  const possible = emailStatuses.filter(status => clientMayMove(before.status, status, handed_over));
  const remedy =
    possible.length > 0 ? `It can become ${possible.join(', ')}.` : 'Create another email from its text.';
  throw new DomainError(
    'status_invalid',
    `status: an email that is ${before.status} cannot become ${to}${reason}. ${remedy}`,
  );
}

function refuseClosed(before: Email, fields: string[], handed_over: boolean): void {
  const open = openFields(before.status, handed_over);
  const closed = fields.find(field => field !== 'status' && open && !open.includes(field));
  if (closed)
    throw new DomainError(
      'email_invalid',
      `${closed}: this field can no longer change, because the email is ${before.status}. Omit it; these can: ${open!.join(', ')}.`,
    );
}

function decideTime(
  before: Email,
  status: EmailStatus,
  wanted: string | null | undefined,
  now: Date,
): string | null {
  const publish_date = wanted === undefined ? before.publish_date : wanted;
  if (status === 'scheduled' && (wanted !== undefined || before.status !== 'scheduled'))
    refusePast(publish_date, now);
  if (status !== 'about_to_send') return publish_date;
  if (wanted && new Date(wanted) > now) {
    throw new DomainError(
      'status_invalid',
      'status: about_to_send means now, but publish_date is in the future. Use scheduled, or omit publish_date.',
    );
  }
  return null;
}

export async function recordMove(trx: Database, before: Email, after: Email): Promise<void> {
  await recordEvent(trx, after.newsletter_key, {
    event_type: 'email.status.changed',
    email_id: after.id,
    data: { from: before.status, to: after.status },
  });
  if (after.status === 'deleted')
    await recordEvent(trx, after.newsletter_key, { event_type: 'email.deleted', email_id: after.id });
}
