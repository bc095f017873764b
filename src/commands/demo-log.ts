import { traitList, traitsOf } from '../automations/items/identity.ts';
import { openDice } from '../platform/dice.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { demoNewsletter } from './demo-issues.ts';
import { logTitles } from './demo-past.ts';
import { at, daysUntil, emailLine, type Issue, type Lines, type Story } from './demo-story.ts';

/** The newsletter whose feed the demo follows. */
export const logNewsletter = {
  username: 'tide-log',
  name: 'Tide log',
  description: 'What was seen from the harbour wall at low water.',
  from_name: demoNewsletter.from_name,
  from_address: demoNewsletter.from_address,
  timezone: demoNewsletter.timezone,
};
const entry = 'Read at the harbour wall, at low water.';

const itemsAMonth = 5;
const months = 12;
const none = { categories: [], titles: [], authors: [] };

/**
 * Invents the feed that an automation follows: its items, a digest of each month for those who want tide tables, and three items that wait
 * for a decision. Returns the digests.
 */
export function logHistory(story: Story): Issue[] {
  const { dice, add, now, start, tags, log } = story;
  const id = dice.id(start);
  const url = `${log}/rss`;
  const read = new Date(now.getTime() - 2 * hour_ms).toISOString();
  const trait_seed = dice.hex(16);
  add('feeds', {
    number: 1,
    url,
    fetch_url: url,
    trait_seed,
    title: logNewsletter.name,
    shown: null,
    site_url: log,
    last_checked_date: read,
    last_success_date: read,
  });
  const included_tags = [tags.get('tide tables')!];
  addAutomation(story, { id, included_tags, last_run_date: read });
  let number = 0;
  const item = (date: Date, status: string, reason: string) => {
    number += 1;
    const title = `${dice.pick(logTitles)} (${date.toISOString().slice(0, 10)})`;
    // Feeds have dates in whole seconds.
    const seen = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString();
    const url = `${log}/archive/${number}/`;
    const content = {
      description: entry,
      content: '',
      author: 'Nell',
      enclosure: null,
      image: null,
      categories: ['log'],
    };
    const found = { ...content, guid: null, id: url, id_source: 'link', url, title } as const;
    const traits = traitList(traitsOf(trait_seed, { ...found, publish_date: seen }));
    add('feed_items', {
      number,
      feed: 1,
      traits,
      url,
      title,
      content,
      publish_date: seen,
      first_seen_date: seen,
    });
    add('automation_items', {
      automation_id: id,
      id: dice.id(date),
      item: number,
      status,
      reason,
      email_id: null,
      creation_date: seen,
      modification_date: seen,
      queued_date: null,
      withdrawn_date: null,
    });
    return { title, url };
  };
  const digests = Array.from({ length: months }, (_, month): Issue => {
    const date = at(now, -30 * (months - month) + 9 + daysUntil(now, 3) - 7, 8);
    const items = Array.from({ length: itemsAMonth }, (_, place) =>
      item(new Date(date.getTime() - (itemsAMonth - place) * 4 * day_ms), 'processed', ''),
    );
    return {
      subject: `Tide log: ${items[0]!.title}`,
      description: 'The month at the harbour wall.',
      date,
      automation_id: id,
      tags: included_tags,
      slug: `tide-log-${month + 1}`,
      body: items.map(({ title, url }) => `## [${title}](${url})\n\n${entry}`).join('\n\n'),
    };
  });
  const old = sentence('items.older_than_before');
  for (const days of [3, 2, 1]) item(new Date(now.getTime() - days * day_ms), 'held', old);
  return digests;
}

function addAutomation(
  { add, start }: Story,
  known: { id: string; included_tags: string[]; last_run_date: string },
): void {
  add('automations', {
    ...known,
    name: 'Tide log',
    behavior: 'draft',
    cadence: 'monthly',
    subject: 'Tide log: {{ items.first.title }}',
    cadence_metadata: { monthday: '1', time: '08:00' },
    body: '{% for item in items %}## [{{ item.title }}]({{ item.url }})\n\n{{ item.description }}\n\n{% endfor %}',
    excluded_tags: [],
    filters: null,
    item_filters: { include: none, exclude: none },
    email_type: 'public',
    status_reason: '',
    skip_old_items: true,
    poll_minutes: null,
    hold_minutes: 0,
    metadata: {},
    last_error: '',
    creation_date: start.toISOString(),
    modification_date: start.toISOString(),
    feeds: [{ feed: 1, on_next_poll: null, creation_date: start.toISOString() }],
  });
}

/** Returns the posts of the log as past issues of its own newsletter, which its feed lists. */
export function postsOf({ feed_items = [] }: Lines): Lines {
  const dice = openDice(1882);
  const items = feed_items as { number: number; title: string; publish_date: string }[];
  return {
    emails: items.map(({ number, title, publish_date }) => {
      const date = new Date(publish_date);
      const post = { subject: title, body: entry, description: entry, slug: `${number}`, date };
      return {
        ...emailLine(post, dice.id(date)),
        status: 'imported',
        source: 'import',
        served_date: null,
        mailed: null,
        audience_frozen: false,
      };
    }),
  };
}
