import { logTitles } from './demo-past.ts';
import { at, daysUntil, type Issue, type Story } from './demo-story.ts';

const day = 86_400_000;
const itemsAMonth = 5;
const months = 12;
const none = { categories: [], titles: [], authors: [] };

/**
 * A feed that an automation follows: its items, a digest of each month for those who want tide tables, and three items that
 * wait for a decision. Returns the digests.
 */
export function logHistory(story: Story): Issue[] {
  const { dice, add, now, start, tags } = story;
  const id = dice.id(start);
  const url = 'https://tidelog.example/feed.xml';
  const read = new Date(now.getTime() - 2 * 3_600_000).toISOString();
  add('feeds', {
    ...{ number: 1, url, fetch_url: url, trait_seed: dice.hex(16), title: 'Tide log', shown: null },
    ...{ site_url: 'https://tidelog.example/', last_checked_date: read, last_success_date: read },
  });
  const included_tags = [tags.get('tide tables')!];
  const subject = 'Tide log: {{ items.first.title }}';
  add('automations', {
    ...{ id, name: 'Tide log', behavior: 'draft', cadence: 'monthly', subject },
    cadence_metadata: { monthday: '1', time: '08:00' },
    body: '{% for item in items %}## [{{ item.title }}]({{ item.url }})\n\n{{ item.description }}\n\n{% endfor %}',
    ...{
      included_tags,
      excluded_tags: [],
      filters: null,
      item_filters: { include: none, exclude: none },
      email_type: 'public',
    },
    ...{ status_reason: '', skip_old_items: true, poll_minutes: null, hold_minutes: 0, metadata: {} },
    ...{ last_run_date: read, last_error: '', creation_date: start.toISOString() },
    modification_date: start.toISOString(),
    feeds: [{ feed: 1, on_next_poll: null, creation_date: start.toISOString() }],
  });
  let number = 0;
  const item = (date: Date, status: string, reason: string) => {
    number += 1;
    const title = `${dice.pick(logTitles)} (${date.toISOString().slice(0, 10)})`;
    const seen = date.toISOString();
    add('feed_items', {
      ...{ number, feed: 1, traits: [number], url: `https://tidelog.example/${number}`, title },
      ...{ publish_date: seen, first_seen_date: seen },
      content: {
        ...{ description: 'Read at the harbour wall, at low water.', content: '', author: 'Nell' },
        ...{ enclosure: null, image: null, categories: ['log'] },
      },
    });
    add('automation_items', {
      ...{ automation_id: id, id: dice.id(date), item: number, status, reason, email_id: null },
      ...{ creation_date: seen, modification_date: seen, queued_date: null, withdrawn_date: null },
    });
    return { title, url: `https://tidelog.example/${number}` };
  };
  const digests = Array.from({ length: months }, (_, month): Issue => {
    const date = at(now, -30 * (months - month) + 9 + daysUntil(now, 3) - 7, 8);
    const items = Array.from({ length: itemsAMonth }, (_, place) =>
      item(new Date(date.getTime() - (itemsAMonth - place) * 4 * day), 'processed', ''),
    );
    return {
      ...{ subject: `Tide log: ${items[0]!.title}`, description: 'The month at the harbour wall.', date },
      ...{ automation_id: id, tags: included_tags, slug: `tide-log-${month + 1}` },
      body: items
        .map(({ title, url }) => `## [${title}](${url})\n\nRead at the harbour wall, at low water.`)
        .join('\n\n'),
    };
  });
  const old = 'It looks older than what was in the feed before.';
  for (const days of [3, 2, 1]) item(new Date(now.getTime() - days * day), 'held', old);
  return digests;
}
