import type { Newsletter } from '../accounts/newsletter.ts';
import { readershipOf } from '../emails/email.ts';
import type { EmailSource } from '../emails/templates.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import { type ContentContext, renderSource, type View } from './content.ts';
import { contentValues, type Paged } from './issue.ts';

/** Returns the public page that an email would have, as this viewer would see it; null for one without a page. */
export async function previewPage(
  context: ContentContext & { pages: Pages },
  newsletter: Newsletter,
  email: Paged,
  source: EmailSource,
  view: View,
): Promise<string | null> {
  if (readershipOf(email) === 'nobody') return null;
  const content = await renderSource(context, newsletter, email, source, view);
  const values = await contentValues(context, newsletter, email, content, { view });
  return context.pages.make('issue', values).body.toString();
}
