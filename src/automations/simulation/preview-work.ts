import type { FeedItem } from '../../engines/feeds/feed.ts';
import { nextRun } from '../../platform/cadence.ts';
import { minute_ms } from '../../platform/durations.ts';
import { DomainError, type ErrorCode } from '../../platform/errors.ts';
import { type Packed, unpack } from '../../platform/threads/packed.ts';
import { composeIssue } from '../issues/compose.ts';
import type { Issue } from '../issues/issue.ts';
import type { ItemFeed } from '../items/queries.ts';
import { oldestFirst } from '../items/read-answer.ts';
import { type Answer, type Simulation, simulate } from './simulate.ts';
import type { SimulatedItem } from './simulated-feed.ts';

/** How many of a feed's latest items a simulation of the past uses. */
const itemLimit = 1000;
/** How many items a feed shows at a time in a simulation of its growth. */
const shownAtOnce = 100;
/** How many emails are fully rendered; of further ones only the items are listed. */
const renderLimit = 50;
/** How many items are listed: the newest. */
const listLimit = 1000;
/** The number of items in a sample digest. */
const sampleItems = 5;

/** The input of a preview's simulation; `items` is null for a feed that could not be read. */
export type PreviewTask = {
  settings: Omit<Simulation, 'write' | 'feed_titles' | 'poll_minutes'> & { poll_minutes: number };
  template: Subjects;
  newsletter: Issue['newsletter'];
  words: Issue['words'];
  feeds: { items: Packed<FeedItem[]> | null; shown: ItemFeed }[];
  since: Date | null;
  now: Date;
};

type Subjects = { subject: string; body: string };

/** An item as a preview lists it; `feed` is its feed's position. */
export type ListedItem = {
  url: string;
  title: string;
  status: SimulatedItem['status'];
  reason: string;
  feed: number;
  publish_date: string;
};

/** `letter`: the number of the email among those that were rendered; null if it was not. */
export type Previewed = {
  emails: { date: Date; items: ListedItem[]; letter: number | null }[];
  sample: { items: ListedItem[]; letter: number | null; reason: string } | null;
  items: ListedItem[];
};

/** Renders an email, and returns its number, or the reason why it cannot be made. */
export type Render = (issue: Subjects) => Promise<number | { code: ErrorCode; detail: string }>;

/** Returns what an automation with these settings would do with the items of its feeds. */
export async function simulatePreview(
  { settings, template, newsletter, words, feeds, since, now }: PreviewTask,
  render: Render,
): Promise<Previewed> {
  const { cadence, timezone, hold_minutes, poll_minutes } = settings;
  const letters: (number | null)[] = [];
  const write = async (chosen: SimulatedItem[], { isShown, isDecided = false }: Writing) => {
    const items = chosen.map(({ feed, item, publish_date }) => {
      const { title, description, content, author, enclosure, image, categories } = item;
      return {
        url: item.url ?? '',
        title,
        publish_date,
        description,
        content,
        author,
        enclosure,
        image,
        categories,
        feed: feeds[feed]!.shown,
        is_decided: isDecided,
      };
    });
    return composeIssue(template, { items, newsletter, words }, async issue => {
      const letter = isShown ? await render(issue) : null;
      if (letter !== null && typeof letter !== 'number') throw new DomainError(letter.code, letter.detail);
      return { letter };
    });
  };
  const { emails, items } = await simulate(
    {
      ...settings,
      feed_titles: feeds.map(({ shown }) => shown.title),
      async write(chosen) {
        const { made, states } = await write(chosen, { isShown: letters.length < renderLimit });
        if (made) letters.push(made.letter);
        return states;
      },
    },
    feeds
      .flatMap(({ items: packed }, feed) => {
        if (packed === null) return [];
        const found = unpack(packed);
        const answers = since ? answersSince(found, since, now, poll_minutes) : [{ date: now, items: found }];
        return answers.map(answer => ({ ...answer, feed }));
      })
      .sort((a, b) => a.date.getTime() - b.date.getTime()),
    since ? now : (nextRun(cadence, timezone, now) ?? new Date(now.getTime() + hold_minutes * minute_ms)),
  );
  const sorted = oldestFirst(items);
  const listed = new Set(sorted.slice(-listLimit));
  const newest = sorted.slice(cadence.cadence === 'every' ? -1 : -sampleItems);
  return {
    emails: emails.map(({ date, items: chosen }, at) => ({
      date,
      letter: letters[at] ?? null,
      items: chosen.map(listItem),
    })),
    items: items.filter(one => listed.has(one)).map(listItem),
    sample: newest.length === 0 ? null : await sampleOf(newest),
  };

  async function sampleOf(chosen: SimulatedItem[]) {
    const { made, states } = await write(chosen, { isShown: true, isDecided: true });
    const reason = states.find(one => one.reason !== '')?.reason ?? '';
    return { items: chosen.map(listItem), letter: made?.letter ?? null, reason };
  }
}

type Writing = { isShown: boolean; isDecided?: boolean };

function listItem({ item, status, reason, feed, publish_date }: SimulatedItem): ListedItem {
  return { url: item.url ?? '', title: item.title, status, reason, feed, publish_date };
}

/** Returns the feed's response at each poll since then, as if its items had appeared on their dates; undated ones appear now. */
function answersSince(
  items: FeedItem[],
  since: Date,
  now: Date,
  poll_minutes: number,
): Omit<Answer, 'feed'>[] {
  const step = poll_minutes * minute_ms;
  const came = (item: FeedItem) => {
    const date = item.publish_date === null ? now.getTime() : Date.parse(item.publish_date);
    if (date <= since.getTime()) return since.getTime();
    return Math.min(since.getTime() + Math.ceil((date - since.getTime()) / step) * step, now.getTime());
  };
  const dated = items
    .slice(0, itemLimit)
    .map((item, at) => ({ item, at, came: came(item) }))
    .sort((a, b) => b.came - a.came || a.at - b.at);
  const dates = [...new Set([since.getTime(), ...dated.map(one => one.came)])].sort((a, b) => a - b);
  return dates.map((date, round) => {
    const there = dated.filter(one => one.came <= date).map(({ item }) => item);
    return { date: new Date(date), items: round === 0 ? there : there.slice(0, shownAtOnce) };
  });
}
