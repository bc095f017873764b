import type { Newsletter } from '../accounts/newsletter.ts';
import { archiveAddress, type Email } from '../emails/email.ts';
import { completeSource } from '../emails/templates.ts';
import type { Database } from '../platform/database/connect.ts';
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
  const source = await completeSource(db, newsletter.key, email);
  const gated = email.email_type === 'premium';
  const body = gated ? `${teaserOf(source.body, source.custom_teaser)}${gate}` : source.body;
  return compileMessage({ ...source, body }, theme).fill(anybody(base_url, newsletter, email)).html;
}

const gate = '\n\n*The rest is for paying subscribers.*\n';

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
