import type { Newsletter } from '../accounts/newsletter.ts';
import type { feedItems } from '../archive/feeds.ts';
import { writeIssue } from '../automations/issues/issue.ts';
import { issueWordsIn } from '../automations/issues/issue-words.ts';
import { prepareItems } from '../automations/issues/prepare.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { markup } from '../platform/http/markup.ts';
import type { Words } from '../platform/languages/catalogue.ts';

type Items = Awaited<ReturnType<typeof feedItems>>;

/**
 * Writes the email about these issues in the way of an email about the posts of a feed: with the title, the day and a summary of each
 * issue, and a link to its page, where only those who are entitled can read on. It is in the language of the newsletter.
 */
export async function writeDigest(
  theme: Theme,
  newsletter: Newsletter,
  items: Items,
): Promise<{ subject: string; body: string }> {
  const words = theme.catalogue.in(newsletter);
  const issueWords = issueWordsIn(words);
  const prepared = await prepareItems(
    items.map(({ address, title, date, summary }) => ({
      url: address,
      title,
      publish_date: date,
      description: markup`<p>${summary}</p>`.html,
      content: '',
      author: '',
      enclosure: null,
      image: null,
      // The day, as the template shows it.
      categories: [words.date(date, newsletter.timezone)],
      feed: { title: newsletter.name, url: '' },
    })),
    issueWords.labels,
  );
  return writeIssue(templateIn(words, items.length), { items: prepared, newsletter, words: issueWords });
}

/**
 * Returns the template of a digest. It contains the newsletter's name as a Liquid variable, so that characters in the name have no meaning
 * of their own.
 */
function templateIn(words: Words, count: number): { subject: string; body: string } {
  const say = (key: string, values = {}) =>
    words.say(key, { ...values, name: '{{ newsletter.name }}' }).replace(/[\u2068\u2069]/g, '');
  return {
    subject: say('digest.subject', { count }),
    body: `${say('digest.why')}

{% for item in items %}
## [{{ item.title }}]({{ item.url }})

*{{ item.categories[0] }}*

{{ item.description }}

[${say('digest.read')}]({{ item.url }})

{% endfor %}

[${say('digest.change')}]({{ manage_subscription_url }})
`,
  };
}
