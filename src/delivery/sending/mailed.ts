import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Email } from '../../emails/email.ts';
import { restoreMessage } from '../../engines/rendering/keep.ts';
import type { KeptMessage, OwnValues } from '../../engines/rendering/message.ts';
import { joinPattern } from '../../engines/rendering/patterns.ts';
import { homeAddress } from '../../links/site.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { domainError } from '../../platform/errors.ts';
import { plateOfNow } from './make-again.ts';
import type { PlateContext } from './make-plate.ts';
import { listPlates, type Plate } from './plate.ts';
import { sharedValues } from './press.ts';

export type Mailed = {
  subject: string;
  /** Empty for a message of text only. */
  html: string;
  text: string;
  /** The HTML for the people who got the teaser; null if nobody did. */
  teaser_html: string | null;
  /** Whether this content was kept when it was mailed. Otherwise it is made from the email as it is now. */
  is_kept: boolean;
};

/**
 * Returns the email as it was mailed, filled in for somebody about whom nothing is known, and without tracking: its links are the ones that
 * are counted. Throws `status_invalid` for an email that has not been mailed.
 */
export async function showMailed(
  context: PlateContext,
  newsletter: Newsletter,
  email: Email,
): Promise<Mailed> {
  const [kept] = await listPlates(context.db, email.key);
  if (!kept && email.status !== 'in_flight' && email.status !== 'sent')
    throw domainError('status_invalid', 'delivery.not_mailed', { status: email.status });
  const plate = kept ?? (await plateOfNow(context, newsletter, email));
  const pays = plate.email.email_type === 'premium';
  const { html, ...words } = fill(plate, plate.full, pays ? 'premium' : 'regular');
  const isText = plate.email.template === 'plaintext';
  return {
    ...words,
    html: isText ? '' : html,
    teaser_html: plate.teaser === null || isText ? null : fill(plate, plate.teaser, 'regular').html,
    is_kept: kept !== undefined,
  };
}

function fill({ email, newsletter, base_url }: Plate, message: KeptMessage, type: SubscriberType) {
  const bound = restoreMessage(message).bind(sharedValues(email, newsletter, base_url));
  const link = `${base_url}/unsubscribe/preview`;
  const nobody: OwnValues = {
    subscriber: { email: 'reader@example.org', type, tags: [], metadata: {} },
    unsubscribe_url: link,
    manage_subscription_url: link,
    answer_url: `${base_url}/manage/answer/preview`,
    referral_url: homeAddress(base_url, newsletter),
  };
  return {
    subject: joinPattern(bound.subject, nobody),
    html: joinPattern(bound.html, nobody),
    text: joinPattern(bound.text, nobody),
  };
}
