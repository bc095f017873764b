import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { settleAudience } from '../audience/filter/tag-lists.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { recordEvent } from '../journal/record.ts';
import type { Clock } from '../platform/clock.ts';
import { asColumns } from '../platform/database/as-columns.ts';
import { type Database, inTransaction, violates } from '../platform/database/connect.ts';
import type { EmailStatus, SecondTryTo } from '../platform/database/schema.ts';
import { domainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { findObstacle } from './allow-send.ts';
import { type Email, firstStatuses, isPublic } from './email.ts';
import { fields } from './fields.ts';
import { resolveAttachments } from './files/upload.ts';
import type { EmailCreate } from './input.ts';
import { goesOut, launch, refusePast, undoWindow } from './launch.ts';
import { moveEmailRow } from './move.ts';
import { momentOf } from './publish-date.ts';
import { findSlugs, insertEmail, lockDecision } from './queries.ts';
import { demandPublic } from './recipients-bound.ts';
import { refuseUnknownEmails } from './related.ts';
import { freeSlug, slugOf } from './slug.ts';
import { checkTemplates, tryTemplates } from './templates.ts';

export type EmailContext = { theme: Theme; clock: Clock };

type Author = {
  by?: string | null;
  type?: Caller['type'];
  automation_id?: string | null;
  /** The id of the email that this one sends again. */
  second_try?: { of: string; to: SecondTryTo } | undefined;
};

/**
 * Creates an email for the key or person `by`, perhaps for an automation. Without a status it is sent: now, or at a `publish_date` in the
 * future. It stays a draft if a second key has to approve it, or, for an automation, if the key's bounds do not allow sending. Throws
 * `bound_exceeded`, `forbidden` if the bounds do not allow publishing, `body_invalid` and `subject_invalid` for an invalid template,
 * `tag_invalid`, `slug_invalid`, `filter_too_slow`, `status_invalid`, `publish_date_missing`, `publish_date_invalid`, `attachment_invalid`,
 * `email_duplicate`, and `status_invalid` if the email has had its second try.
 */
export async function createEmail(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  input: EmailCreate,
  { by = null, type = 'key', automation_id = null, second_try }: Author = {},
): Promise<Email> {
  const now = context.clock();
  const { status, publish_date } = placeInTime(newsletter, input, now);
  const source = goesOut(status)
    ? await tryTemplates(db, context.theme, newsletter, input)
    : await checkTemplates(db, context.theme, newsletter.key, input);
  return inTransaction(db, async trx => {
    if (isPublic(status)) await demandPublic(trx, newsletter.key, by, by);
    await resolveAttachments(trx, newsletter.key, input.attachments);
    await refuseUnknownEmails(trx, newsletter.key, input.related_email_ids);
    const { filters, included_tags, excluded_tags, ...values } = input;
    const audience = { filters, included_tags, excluded_tags };
    const asked = await insertEmail(trx, {
      ...asColumns(fields, {
        ...values,
        ...(await settleAudience(trx, newsletter.key, audience, 'email_invalid')),
        status,
        publish_date,
        slug: await chooseSlug(trx, newsletter.key, input.slug, input.subject),
      }),
      id: newId(),
      newsletter_key: newsletter.key,
      source: automation_id ? 'automation' : status === 'imported' ? 'import' : 'api',
      automation_id,
      second_try_of: second_try?.of ?? null,
      second_try_to: second_try?.to ?? null,
      changed_by: by,
      sent_by: goesOut(status) ? by : null,
      undo_until: status === 'about_to_send' ? undoWindow(newsletter, type, now).toISOString() : null,
    }).catch(error => refuseTaken(error, input.slug));
    const waits = automation_id !== null;
    const obstacle = goesOut(status)
      ? await findObstacle(trx, newsletter, asked, async () => source, { waits })
      : undefined;
    const email = obstacle ? (await moveEmailRow(trx, asked, 'draft', obstacle))! : asked;
    await recordEvent(trx, newsletter.key, {
      event_type: 'email.created',
      email_id: email.id,
      data: { status: email.status },
    });
    await launch(trx, newsletter, email, now);
    return email;
  });
}

/**
 * Returns the slug for an email: the wanted one, or else a free one made from the subject, which stays free until the transaction ends.
 * `present` is the email's own slug, which it may keep.
 */
export async function chooseSlug(
  trx: Database,
  newsletter_key: number,
  wanted: string | null | undefined,
  subject: string,
  present?: string,
): Promise<string> {
  await lockDecision(trx, newsletter_key, 'slug');
  if (wanted) return wanted;
  return freeSlug(slugOf(subject), async slugs => {
    const used = await findSlugs(trx, newsletter_key, slugs);
    return slugs.findIndex(slug => slug === present || !used.has(slug));
  });
}

/**
 * Throws `email_invalid`, `slug_invalid` or `status_invalid` if the error says that the number or the slug is taken, or that there is a
 * second try already.
 */
export function refuseTaken(error: unknown, slug: string | undefined): never {
  if (violates(error, 'emails_secondary_id_unique')) {
    throw domainError('email_invalid', 'emails.number_taken');
  }
  if (violates(error, 'emails_second_try_unique'))
    throw domainError('status_invalid', 'emails.second_try_made');
  if (!violates(error, 'emails_slug_unique')) throw error;
  throw domainError('slug_invalid', 'emails.slug_taken', { slug });
}

function placeInTime(
  { timezone }: Newsletter,
  { status, publish_date: asked }: EmailCreate,
  now: Date,
): { status: EmailStatus; publish_date: string | null } {
  const publish_date = asked && momentOf(asked, timezone);
  const ahead = publish_date !== null && new Date(publish_date) > now;
  if (status === undefined)
    return ahead ? { status: 'scheduled', publish_date } : { status: 'about_to_send', publish_date: null };
  if (!firstStatuses.includes(status)) {
    throw domainError('status_invalid', 'emails.not_first_status', {
      status,
      statuses: firstStatuses.join(', '),
    });
  }
  if (status === 'about_to_send' && ahead) {
    throw domainError('status_invalid', 'emails.date_in_future');
  }
  if (status === 'scheduled') refusePast(publish_date, now);
  if (status === 'about_to_send') return { status, publish_date: null };
  return { status, publish_date: status === 'imported' ? (publish_date ?? now.toISOString()) : publish_date };
}
