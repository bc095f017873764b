import type { Newsletter } from '../../accounts/newsletter.ts';
import { withSnippets } from '../../emails/snippets/change.ts';
import { checkTemplates } from '../../emails/templates.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Database } from '../../platform/database/connect.ts';
import { writeIssue } from './issue.ts';
import { issueWordsIn } from './issue-words.ts';
import { type IssueItem, prepareItems } from './prepare.ts';

/** A sample item with which subject and body are tested when they are set, so that the author learns of mistakes. */
const sample: IssueItem = {
  url: 'https://example.org/first',
  title: 'A first item',
  publish_date: '2026-01-01T00:00:00.000Z',
  description: '<p>What it is about.</p>',
  content: '<p>What it says.</p>',
  author: 'Ada',
  enclosure: { url: 'https://example.org/first.mp3', type: 'audio/mpeg', length: 1 },
  image: 'https://example.org/first.jpg',
  categories: ['First'],
  feed: { title: 'A feed', url: 'https://example.org/' },
};

/**
 * Throws `subject_invalid` or `body_invalid`, with line, column and reason, unless emails can be made from the
 * template.
 */
export async function checkTemplate(
  db: Database,
  theme: Theme,
  newsletter: Newsletter,
  { subject, body }: { subject: string; body: string },
): Promise<void> {
  const words = issueWordsIn(theme.catalogue.in(newsletter));
  const issue = writeIssue(
    { subject, body: await withSnippets(db, newsletter.key, body) },
    {
      items: await prepareItems([sample], words.labels),
      newsletter,
      words,
    },
  );
  await checkTemplates(db, theme, newsletter.key, { ...issue, description: '', custom_teaser: '' });
}
