import { type Dice, openDice } from '../platform/dice.ts';
import { type Post, rss } from './feed-server.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A post as its author sees it. `number` never changes, and is somewhere in the content. */
export type Entry = Post & { number: number; published: number; pinned?: true };

/** The answer of a feed at a time; null if it did not respond. */
export type Reading = { date: Date; document: string | null };

/** A year of a feed, or some days of it. */
export type FeedYear = {
  name: string;
  readings: Reading[];
  /** The posts that first appeared after the first reading and were never deleted. */
  news: Set<number>;
  /** The posts that first appeared after the first reading and were deleted later. */
  deleted: Set<number>;
};

type Blog = {
  entries: Entry[];
  now: number;
  chance: Dice['chance'];
  below: Dice['below'];
  deleted: Set<number>;
  /** Publishes one more post. */
  publish(fields?: Partial<Entry>): void;
  /** Deletes the post at this place; the newest is at 0. */
  remove(at: number): void;
};

type Kind = {
  /** Average hours between posts. */
  hours: number;
  /** Hours between readings. */
  read?: number;
  /** The number of posts in the feed. */
  window?: number;
  /** The number of posts at the first reading, usually more than the feed shows. */
  past?: number;
  /** Changes a post when it is published. */
  shape?: (entry: Entry, blog: Blog) => Entry;
  /** Called at each reading; `reading` is its number. */
  happens?: (blog: Blog, reading: number) => void;
  /** Returns the posts that the feed shows, newest first. */
  shows?: (entries: Entry[], blog: Blog, reading: number) => Entry[];
  /** Changes the document. */
  document?: (document: string, blog: Blog, reading: number) => string | null;
  /** The number of posts that are sometimes published together. */
  burst?: number;
};

const every = (times: number, reading: number) => reading > 0 && reading % times === 0;
const edit = (blog: Blog, change: (entry: Entry) => Partial<Entry>) => {
  blog.entries = blog.entries.map(entry => ({ ...entry, ...change(entry) }));
};
const removal = (times: number, places: (blog: Blog) => number[]) => (blog: Blog, reading: number) => {
  // The first time, nothing new has pushed posts out yet, so nobody has seen the posts that move in.
  if (reading % times === 1) for (const at of places(blog)) blog.remove(at);
};
const without = (name: 'guid' | 'date') => (entry: Entry) => {
  const { [name]: _, ...rest } = entry;
  return rest as Entry;
};

/** Typical feeds, each with its typical problem. */
const kinds: Record<string, Kind> = {
  'a daily blog': { hours: 24 },
  'a weekly blog': { hours: 168 },
  'a microblog': {
    hours: 3,
    read: 3,
    window: 40,
    burst: 12,
    shape: entry => ({ ...entry, title: '', content: `<p>So. entry-${entry.number}</p>` }),
  },
  'a podcast': {
    hours: 168,
    window: 300,
    past: 120,
    shape: entry => ({ ...entry, title: `Episode ${entry.number}` }),
  },
  'a podcast with one title': {
    hours: 168,
    window: 100,
    shape: entry => ({ ...entry, title: 'Weekly notes' }),
  },
  'a link blog': {
    hours: 6,
    window: 30,
    shape: (entry, { below }) => ({ ...entry, link: `https://elsewhere.example/${below(3000)}` }),
  },
  'one item, today’s edition': {
    hours: 24,
    window: 1,
    past: 1,
    shape: entry => ({ ...entry, link: 'https://log.example/today/edition' }),
  },
  'one item, the photo of the day': {
    hours: 24,
    window: 1,
    shape: entry => ({ ...entry, title: 'Photo of the day' }),
  },
  'one item, sometimes deleted': { hours: 48, read: 12, window: 1, happens: removal(21, () => [0]) },
  'titles and texts rewritten': {
    hours: 24,
    happens: (blog, reading) => {
      if (every(5, reading)) edit(blog, one => ({ title: `${one.title}!` }));
      if (every(7, reading)) edit(blog, one => ({ content: `${one.content}<p>Edited.</p>` }));
    },
  },
  'guids rewritten': {
    hours: 24,
    happens: (blog, reading) => {
      if (every(30, reading)) edit(blog, one => ({ guid: `scheme-${reading}:${one.number}` }));
    },
  },
  'slugs rewritten': {
    hours: 24,
    happens: (blog, reading) => {
      if (every(30, reading)) edit(blog, one => ({ link: `https://log.example/${reading}/${one.number}` }));
    },
  },
  'slugs and guids rewritten': {
    hours: 24,
    happens: (blog, reading) => {
      if (!every(30, reading)) return;
      edit(blog, one => {
        const link = `https://log.example/${reading}/${one.number}`;
        return { link, guid: link };
      });
    },
  },
  'moved to another host': {
    hours: 24,
    happens: (blog, reading) => {
      if (every(60, reading))
        edit(blog, one => ({ link: one.link.replace(/\/\/[^/]*/, `//host-${reading}.example`) }));
    },
  },
  'host and guids moved': {
    hours: 24,
    shape: entry => ({ ...entry, guid: entry.link }),
    happens: (blog, reading) => {
      if (!every(60, reading)) return;
      edit(blog, one => {
        const link = one.link.replace(/\/\/[^/]*/, `//host-${reading}.example`);
        return { link, guid: link };
      });
    },
  },
  'cut off in the middle': {
    hours: 24,
    document: (document, { below }, reading) =>
      every(6, reading) ? document.slice(0, -200 - below(2000)) : document,
  },
  'shrinks to one and grows': {
    hours: 24,
    shows: (entries, _, reading) => (every(9, reading) ? entries.slice(0, 1) : entries),
  },
  'sometimes empty': { hours: 24, shows: (entries, _, reading) => (every(11, reading) ? [] : entries) },
  'dates rewritten': {
    hours: 24,
    happens: (blog, reading) => {
      if (every(25, reading)) edit(blog, () => ({ date: new Date(blog.now).toISOString() }));
    },
  },
  'dates rewritten at every reading': {
    hours: 24,
    shows: (entries, { now }) => entries.map(one => ({ ...one, date: new Date(now).toISOString() })),
  },
  'newest post deleted': { hours: 24, read: 8, happens: removal(13, () => [0]) },
  'newest post deleted, no dates': {
    hours: 24,
    read: 8,
    shape: without('date'),
    happens: removal(13, () => [0]),
  },
  'a random post deleted': { hours: 24, read: 8, happens: removal(6, ({ below }) => [below(10)]) },
  'many deleted at once': { hours: 12, read: 6, window: 20, happens: removal(40, () => [0, 0, 1, 2, 3, 5]) },
  'no dates': { hours: 24, shape: without('date') },
  'no guids': { hours: 24, shape: without('guid') },
  'dates without a time': {
    hours: 8,
    read: 8,
    shape: entry => ({ ...entry, date: `${entry.date?.slice(0, 10)}T00:00:00Z` }),
  },
  'newest last': { hours: 24, shows: entries => entries.toReversed() },
  'newest last, growing': { hours: 48, window: 1000, past: 5, shows: entries => entries.toReversed() },
  'a pinned post': {
    hours: 24,
    shows: entries => [...entries.filter(one => one.pinned), ...entries.filter(one => !one.pinned)],
  },
  'days without a response': {
    hours: 12,
    window: 20,
    document: (document, _, reading) => (reading % 40 > 34 ? null : document),
  },
  'shows more or less of its past': {
    hours: 24,
    window: 60,
    shows: (entries, _, reading) => entries.slice(0, [10, 15, 40, 8][Math.floor(reading / 5) % 4]),
  },
  'backdated posts': {
    hours: 48,
    shape: (entry, { now, chance }) =>
      chance(0.1) ? { ...entry, date: new Date(now - 400 * day).toISOString() } : entry,
  },
  'late drafts, sorted by date': {
    hours: 48,
    window: 20,
    shape: (entry, { now, chance, below }) =>
      chance(0.2) ? { ...entry, date: new Date(now - below(10) * day).toISOString() } : entry,
    shows: entries => entries.toSorted((a, b) => Date.parse(b.date ?? '') - Date.parse(a.date ?? '')),
  },
  'campaign parameters in links': {
    hours: 24,
    shows: (entries, _, reading) =>
      entries.map(one => ({ ...one, link: `${one.link}?utm_campaign=${reading}` })),
  },
  'a news wire': { hours: 1, read: 2, window: 50 },
};

/** Returns the first `days` of a year of every feed, the same each time. Each feed has old posts beyond those it shows. */
export function feedYears(days: number): FeedYear[] {
  return Object.entries(kinds).map(([name, kind], number) => play(name, kind, days, openDice(number + 1)));
}

function play(name: string, kind: Kind, days: number, { chance, below }: Dice): FeedYear {
  const start = Date.UTC(2026, 0, 5);
  const step = (kind.read ?? Math.max(kind.hours, 12)) * hour;
  const window = kind.window ?? 10;
  let number = 0;
  const blog: Blog = {
    entries: [],
    now: start,
    chance,
    below,
    deleted: new Set(),
    publish(fields) {
      number += 1;
      const entry: Entry = {
        number,
        published: blog.now,
        title: `What happened ${number}`,
        link: `https://log.example/post/${number}`,
        guid: `tag:log.example,2026:${number}`,
        date: new Date(blog.now).toISOString(),
        content: `<p>Of this there was more to say than of anything before, entry-${number}.</p>`,
        ...fields,
      };
      blog.entries.unshift(kind.shape?.(entry, blog) ?? entry);
    },
    remove(at) {
      const [gone] = blog.entries.splice(at, 1);
      if (gone) blog.deleted.add(gone.number);
    },
  };
  const past = kind.past ?? 3 * window;
  for (let age = past; age > 0; age -= 1) {
    blog.now = start - age * kind.hours * hour;
    blog.publish(name === 'a pinned post' && age === past - 1 ? { pinned: true } : {});
    for (let again = 1; kind.burst && age % 30 === 0 && again < kind.burst; again += 1) {
      blog.now += 60_000;
      blog.publish();
    }
  }
  const readings: Reading[] = [];
  const seen = new Set<number>();
  const first = new Set(blog.entries.map(entry => entry.number));
  let next = start + kind.hours * hour;
  for (let reading = 0; reading * step < days * day; reading += 1) {
    const date = start + reading * step;
    for (; next <= date; next += kind.hours * hour * (0.5 + below(100) / 100)) {
      blog.now = next;
      const times = kind.burst && chance(0.02) ? kind.burst : 1;
      for (let again = 0; again < times; again += 1) {
        blog.now = Math.min(next + again * 60_000, date);
        blog.publish();
      }
    }
    blog.now = date;
    kind.happens?.(blog, reading);
    const pinned = blog.entries.filter(entry => entry.pinned);
    const latest = blog.entries.filter(entry => !entry.pinned).slice(0, window - pinned.length);
    const shown = kind.shows?.([...latest, ...pinned], blog, reading) ?? latest;
    const document = kind.document ? kind.document(rss(shown), blog, reading) : rss(shown);
    readings.push({ date: new Date(date), document });
    for (const [, found] of (document ?? '').matchAll(/entry-(\d+)[^\d]/g)) seen.add(Number(found));
  }
  const news = new Set([...seen].filter(one => !first.has(one) && !blog.deleted.has(one)));
  const deleted = new Set([...seen].filter(one => !first.has(one) && blog.deleted.has(one)));
  return { name, readings, news, deleted };
}

/** Compares the posts in all emails of a year with the expected ones. */
export function judgeYear({ news, deleted }: FeedYear, mailed: readonly number[]) {
  const times = new Map<number, number>();
  for (const number of mailed) times.set(number, (times.get(number) ?? 0) + 1);
  return {
    posts: news.size + deleted.size,
    mailed: mailed.length,
    twice: [...times.values()].filter(count => count > 1).length,
    old: [...times.keys()].filter(number => !news.has(number) && !deleted.has(number)).length,
    missed: [...news].filter(number => !times.has(number)).length,
  };
}

/** Returns the numbers of the posts in an email. */
export function entriesIn(body: string): number[] {
  return [...body.matchAll(/entry-(\d+)/g)].map(([, number]) => Number(number));
}
