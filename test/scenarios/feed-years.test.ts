import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFilters } from '../../src/automations/definition/item-filters.ts';
import { type Answer, simulate } from '../../src/automations/simulation/simulate.ts';
import { parseFeed } from '../../src/engines/feeds/parse.ts';
import { entriesIn, feedYears, judgeYear } from '../../src/testing/feed-years.ts';

// The start of the years of the `feed-years` benchmark, through the code that real feeds and previews share. Everything that happens to
// feeds has happened by the 60th day. FEED_DAYS=365 npm test -- test/scenarios/feed-years.test.ts plays whole years.
const days = Number(process.env.FEED_DAYS ?? 64);
const cadences = [
  { cadence: 'every' },
  { cadence: 'weekly', day: { weekday: 5 }, time: { hour: 9, minute: 0 } },
] as const;

for (const year of feedYears(days))
  test(`no post of a feed is missed, mailed twice or mailed although old: ${year.name}`, async () => {
    const answers: Answer[] = year.readings.flatMap(({ date, document }) => {
      if (document === null) return [];
      const result = parseFeed(Buffer.from(document), { url: 'https://log.example/feed.xml' });
      return 'feed' in result ? { feed: 0, date, items: result.feed.items } : [];
    });
    for (const cadence of cadences) {
      const mailed: number[] = [];
      const { items } = await simulate(
        {
          cadence,
          timezone: 'Europe/Vienna',
          status: 'active',
          skip_old_items: true,
          hold_minutes: 0,
          item_filters: noFilters,
          feed_titles: [''],
          emails_per_poll: 10,
          poll_minutes: null,
          async write(chosen) {
            mailed.push(...chosen.flatMap(({ item }) => entriesIn(item.content)));
            return chosen.map(() => ({ status: 'processed', reason: '' }));
          },
        },
        answers,
        new Date(Date.UTC(2026, 6, 1)),
      );
      const held = items
        .filter(({ status }) => status === 'held')
        .map(({ item, reason }) => [item.title, reason]);
      const { twice, old, missed } = judgeYear(year, mailed);
      assert.deepEqual({ twice, old, missed }, { twice: 0, old: 0, missed: 0 }, JSON.stringify(held));
    }
  });
