import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseFeed } from '../engines/feeds/parse.ts';
import { readCadence } from '../platform/cadence.ts';
import { openDice } from '../platform/dice.ts';
import { type Post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { noFilters } from './definition/item-filters.ts';
import { pollRound, runRound } from './poller.ts';
import { type Answer, simulate } from './simulation/simulate.ts';

let stage: FeedStage;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());

const hour = 3_600_000;
const cadences = [
  { cadence: 'every', cadence_metadata: {} },
  { cadence: 'weekly', cadence_metadata: { weekday: 'sunday', time: '02:30' } },
  { cadence: 'monthly', cadence_metadata: { monthday: 'lastday', time: '23' } },
] as const;

/** Makes the responses of a feed at each poll, at irregular times: posts appear, are edited, renamed, redated, and disappear. */
function makeHistory(seed: number): { date: Date; document: string }[] {
  const { pick, chance, below } = openDice(seed);
  let now = Date.UTC(2026, 1, 20) + below(200) * hour;
  let number = 0;
  const post = (): Post => {
    number += 1;
    const day = new Date(now - below(chance(0.2) ? 2000 : 30) * hour).toISOString().slice(0, 10);
    return {
      title: pick([`Post ${number}`, 'Weekly notes', '']),
      link: `https://log.example/${number}`,
      ...(chance(0.8) && { guid: chance(0.1) ? 'same' : `id-${number}` }),
      ...(chance(0.7) && { date: `${day}T00:00:00Z` }),
      content: `<p>What was to be said the ${number}th time, at some length.</p>`,
    };
  };
  let posts = Array.from({ length: below(6) }, post);
  return Array.from({ length: 25 }, () => {
    now += (1 + below(60)) * hour;
    for (let times = chance(0.08) ? 14 : below(3); times > 0; times -= 1) posts = [post(), ...posts];
    posts = posts.map(one => {
      if (chance(0.05)) return { ...one, title: `${one.title}!` };
      if (chance(0.03)) return { ...one, guid: `new-${one.link}` };
      if (chance(0.03)) return { ...one, link: one.link.replace('log.', 'blog.') };
      return chance(0.03) ? { ...one, date: new Date(now).toISOString() } : one;
    });
    if (chance(0.1)) posts = posts.toReversed();
    return { date: new Date(now), document: rss(posts.slice(0, chance(0.2) ? 2 : 20)) };
  });
}

const read = (document: string) => {
  const result = parseFeed(Buffer.from(document), { url: 'https://log.example/feed.xml' });
  assert.ok('feed' in result);
  return result.feed.items;
};

/** Two feeds sometimes have the same posts, and some posts are left out. */
const followed = [
  { what: 'one feed', feeds: 1, item_filters: noFilters },
  {
    what: 'two feeds and filters',
    feeds: 2,
    item_filters: { ...noFilters, exclude: { categories: [], titles: ['Post 7', '11', '18'], authors: [] } },
  },
];

for (const { cadence, cadence_metadata } of cadences)
  for (const { what, feeds, item_filters } of followed)
    test(`simulating recorded responses gives the same emails as the real runs: ${cadence}, ${what}`, async () => {
      const { db, newsletter, api } = stage.service;
      const timezone = 'America/New_York'; // its clocks change during the histories
      await api('PATCH', `/v1/newsletters/${newsletter.id}`, { timezone });
      let made = 0;
      for (let seed = 1; seed <= 3; seed += 1) {
        const pathOfFeed = (feed: number) => `/${cadence}-${feeds}-${seed}-${feed}.xml`;
        const histories = Array.from({ length: feeds }, (_, feed) => makeHistory(seed + 40 * feed));
        const start = Math.min(...histories.map(([one]) => one?.date.getTime() as number));
        const history = histories
          .flatMap((one, feed) =>
            one.map(({ date, document }, at) => ({
              feed,
              document,
              date: at === 0 ? new Date(start) : date,
            })),
          )
          .sort((one, other) => one.date.getTime() - other.date.getTime());
        const skip_old_items = seed !== 2;
        stage.at(new Date(start));
        for (const { feed, document } of history.slice(0, feeds)) stage.feeds.put(pathOfFeed(feed), document);
        const one = '{% if item.url contains "13" %}{% else %}<p>{{ item.url }}</p>{% endif %}';
        const body = '{% for item in items %}<p>{{ item.url }}</p>{% endfor %}';
        const { id } = await stage.follow(pathOfFeed(0), {
          urls: Array.from({ length: feeds }, (_, feed) => stage.feeds.url + pathOfFeed(feed)),
          item_filters,
          cadence,
          cadence_metadata,
          skip_old_items,
          body: cadence === 'every' ? one : body,
        });
        await runRound(stage.context);
        const until = new Date((history.at(-1)?.date.getTime() as number) + 40 * 24 * hour);
        for (const [time, answers] of Map.groupBy(history.slice(feeds), ({ date }) => date.getTime())) {
          await runDue(id, new Date(time - 1));
          stage.at(new Date(time));
          for (const { feed, document } of answers) {
            stage.feeds.put(pathOfFeed(feed), document);
            await db
              .updateTable('feeds')
              .set({ next_poll_date: new Date(time).toISOString() })
              .where('url', '=', stage.feeds.url + pathOfFeed(feed))
              .execute();
          }
          await pollRound(stage.context);
          await runRound(stage.context);
          // Only the recorded polls take place.
          await db.updateTable('feeds').set({ next_poll_date: '2100-01-01T00:00:00Z' }).execute();
        }
        await runDue(id, until);

        const answers: Answer[] = history.map(({ feed, date, document }) => ({
          feed,
          date,
          items: read(document),
        }));
        const settings = {
          cadence: readCadence(cadence, cadence_metadata),
          timezone,
          status: 'active' as const,
          skip_old_items,
          hold_minutes: 0,
          item_filters,
          feed_titles: histories.map(() => 'The log'),
          emails_per_poll: 10,
          poll_minutes: null,
        };
        const written: string[][] = [];
        const simulated = await simulate(
          {
            ...settings,
            async write(chosen) {
              const paths = chosen.map(({ item }) => pathOf(item.url));
              if (cadence === 'every' && paths[0]?.includes('13')) return [{ status: 'skipped', reason: '' }];
              written.push(paths);
              return chosen.map(() => ({ status: 'processed', reason: '' }));
            },
          },
          answers,
          until,
        );
        const real = await realEmails(id);
        const emails = simulated.emails.map(({ date }, at) => [date.toISOString(), written[at]]);
        assert.deepEqual(emails, real.emails, `seed ${seed}`);
        const states = simulated.items.map(({ item, status }) => `${pathOf(item.url)} ${status}`);
        assert.deepEqual(states.toSorted(), real.states.toSorted(), `seed ${seed}`);
        made += real.emails.length;
      }
      assert.ok(made > 4, `${made} emails prove little`);
    });

/** Runs the automation at each of its times up to `end`. */
async function runDue(id: string, end: Date): Promise<void> {
  for (;;) {
    const { due_date } = await stage.service.db
      .selectFrom('automations')
      .select('due_date')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (due_date === null || new Date(due_date) > end) return;
    stage.at(due_date);
    await runRound(stage.context);
  }
}

/** The path of an item's address, which no change of the feed affects. */
const pathOf = (url: string | null) => new URL(url ?? '').pathname;

async function realEmails(id: string) {
  const rows = await stage.service.db
    .selectFrom('automation_items')
    .innerJoin('feed_items', 'feed_items.key', 'automation_items.item_key')
    .innerJoin('automations', 'automations.key', 'automation_items.automation_key')
    .leftJoin('emails', 'emails.id', 'automation_items.email_id')
    .where('automations.id', '=', id)
    .select([
      'feed_items.url',
      'automation_items.status',
      'emails.key',
      'emails.body',
      'automation_items.modification_date',
    ])
    .orderBy('emails.key')
    .execute();
  const emails = Map.groupBy(
    rows.filter(row => row.key !== null),
    row => row.key,
  );
  return {
    states: rows.map(({ url, status }) => `${pathOf(url)} ${status}`),
    emails: [...emails.values()].map(items => {
      const printed = [...(items[0]?.body ?? '').matchAll(/<p>([^<]*)<\/p>/g)].map(([, url]) =>
        pathOf(url ?? ''),
      );
      assert.equal(printed.length, items.length);
      return [items[0]?.modification_date, printed];
    }),
  };
}
