import { z } from 'zod';
import type { Caller } from '../../accounts/caller.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { showFilters } from '../../audience/filter/tag-lists.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { countAudience } from '../../emails/audience.ts';
import { createEmail, type EmailContext } from '../../emails/create.ts';
import type { Email } from '../../emails/email.ts';
import { secondTryExample, triedExample } from '../../emails/examples.ts';
import { fields } from '../../emails/fields.ts';
import { unnamed } from '../../emails/input.ts';
import { demandKept } from '../../emails/kept.ts';
import { secondTryTo } from '../../emails/missed.ts';
import { findEmail, findSecondTry } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { SecondTryTo } from '../../platform/database/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { domainError, found } from '../../platform/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { analyticsOf } from '../ledger/analytics.ts';

/** `hit_days`: how long single opens and clicks are kept. */
export type SecondTryContext = EmailContext & { hit_days: number };

const people = (who: string) => z.int().nullable().describe(who);

export const secondTryOptions = z
  .object({
    unopened: people('People who did not open it; null if no open was measured'),
    unopened_or_unknown: people(
      'The same, and people whose mail program opens everything, so that nobody knows; null if no open was measured',
    ),
    unclicked: people('People who followed no link; null if no click was measured'),
    email_id: z.string().nullable().describe('The second try that it already has; null if it has none'),
  })
  .meta({ id: 'SecondTryOptions', examples: [triedExample] });

export const secondTryRequest = z
  .object({
    to: z.enum(secondTryTo, sentence('input.second_try_to')).default('unopened'),
    subject: fields.subject.input.optional().describe('By default, the same'),
  })
  .meta(asked(secondTryExample));

/**
 * Counts the people whom each kind of second try would go to now. Throws `not_found`, `status_invalid`, `no_longer_kept`,
 * `filter_too_slow`.
 */
export async function countSecondTry(
  db: Database,
  context: Pick<SecondTryContext, 'clock' | 'hit_days'>,
  newsletter_key: number,
  id: string,
): Promise<z.output<typeof secondTryOptions>> {
  const email = await demandTried(db, context, newsletter_key, id);
  const measured = await measuredOf(db, email);
  const counts = { unopened: null, unopened_or_unknown: null, unclicked: null } as Record<
    SecondTryTo,
    number | null
  >;
  for (const to of secondTryTo)
    if (measured(to))
      counts[to] = await countAudience(db, {
        ...email,
        audience: null,
        second_try_of: email.id,
        second_try_to: to,
      });
  return { ...counts, email_id: (await findSecondTry(db, email.id)) ?? null };
}

/**
 * Creates a draft with the content of a sent email, for those who got it and missed it; they are chosen when the draft is sent. Throws the
 * same errors as countSecondTry, and `status_invalid` if the email has had its second try.
 */
export async function createSecondTry(
  db: Database,
  context: SecondTryContext,
  newsletter: Newsletter,
  id: string,
  { to, subject }: z.output<typeof secondTryRequest>,
  { by, type }: Pick<Caller, 'by' | 'type'>,
): Promise<Email> {
  const email = await demandTried(db, context, newsletter.key, id);
  if (!(await measuredOf(db, email))(to))
    throw domainError(
      'request_invalid',
      to === 'unclicked' ? 'delivery.no_click_measured' : 'delivery.no_open_measured',
    );
  const tags = await openTagDirectory(db, newsletter.key);
  const { body, description, email_type, image, should_send_teaser, custom_teaser, template, locale } = email;
  const content = {
    body,
    description,
    email_type,
    image,
    should_send_teaser,
    custom_teaser,
    template,
    locale,
  };
  return createEmail(
    db,
    context,
    newsletter,
    {
      ...unnamed,
      ...content,
      subject: subject ?? email.subject,
      attachments: email.attachments as string[],
      filters: showFilters(tags, email),
      // The page of a second try is that of the first email.
      archival_mode: 'disabled',
      status: 'draft',
    },
    { by, type, second_try: { of: email.id, to } },
  );
}

/** Returns the email if it can have a second try; otherwise throws. */
async function demandTried(
  db: Database,
  { clock, hit_days }: Pick<SecondTryContext, 'clock' | 'hit_days'>,
  newsletter_key: number,
  id: string,
): Promise<Email> {
  const email = found(await findEmail(db, newsletter_key, id), 'email');
  if (email.status !== 'sent')
    throw domainError('status_invalid', 'delivery.second_try_unsent', { status: email.status });
  if (email.second_try_of !== null) throw domainError('status_invalid', 'delivery.second_try_again');
  demandKept(email);
  if (clock().getTime() - Date.parse(email.publish_date!) > hit_days * day_ms)
    throw domainError('no_longer_kept', 'delivery.second_try_late', { days: hit_days });
  return email;
}

/**
 * Returns a function that says whether the email measured what a second try needs: opens or clicks. Without any of them this is unknown,
 * and everybody would get the email again.
 */
async function measuredOf(db: Database, email: Email): Promise<(to: SecondTryTo) => boolean> {
  const figures = (await analyticsOf(db, [email.key])).get(email.key);
  return to => (to === 'unclicked' ? figures?.clicks : figures?.opens) !== 0;
}
