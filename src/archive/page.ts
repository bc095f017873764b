import type { Newsletter } from '../accounts/newsletter.ts';
import { archiveAddress, type Email } from '../emails/email.ts';
import { completeSource, type EmailSource, mailedSource } from '../emails/templates.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { compileMessage } from '../rendering/compile.ts';
import type { MessageValues } from '../rendering/message.ts';
import { teaserOf } from '../rendering/teaser.ts';
import type { Theme } from '../rendering/theme.ts';

/**
 * The email as a page for everybody, by the same way as its mail: as it is now, filled in for nobody in particular, so
 * that no personal value and no one's unsubscribe link is in it. Of a premium email it is what stands before the paywall.
 */
export async function renderArchivePage(
  db: Database,
  theme: Theme,
  base_url: string,
  newsletter: Newsletter,
  email: Email,
): Promise<string> {
  const source = await presentSource(db, newsletter, email);
  const gated = email.email_type === 'premium';
  const body = gated ? `${teaserOf(source.body, source.custom_teaser)}${gate}` : source.body;
  return compileMessage({ ...source, body }, theme).fill(anybody(base_url, newsletter, email)).html;
}

// HTML, which a body of either kind may hold.
const gate = '\n\n<p><em>The rest is for paying subscribers.</em></p>\n';

/** What the email says now; where a snippet of it has gone, what was mailed. */
async function presentSource(db: Database, newsletter: Newsletter, email: Email): Promise<EmailSource> {
  try {
    return await completeSource(db, newsletter.key, email);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return email.mailed === null ? email : mailedSource.parse(email.mailed);
  }
}

function anybody(base_url: string, newsletter: Newsletter, email: Email): MessageValues {
  return {
    subscriber: { email: '', type: '', tags: [], metadata: {} },
    newsletter,
    email: {
      subject: email.subject,
      absolute_url: archiveAddress(base_url, newsletter, email),
      secondary_id: email.secondary_id,
    },
    unsubscribe_url: '',
    manage_subscription_url: '',
    subscribe_url: '',
    medium: 'web',
  };
}
