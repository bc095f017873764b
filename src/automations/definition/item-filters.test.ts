import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { escapeHtml } from '../../engines/rendering/markup.ts';
import { type FeedStage, openFeedStage } from '../../testing/feed-stage.ts';
import { itemFilters, openFilters } from './item-filters.ts';

const reasonFor = (filters: object, item: { title?: string; author?: string; categories?: string[] }) =>
  openFilters(itemFilters.parse(filters))({ title: '', author: '', categories: [], ...item });
const passes = (filters: object, item: Parameters<typeof reasonFor>[1]) => reasonFor(filters, item) === '';

test('an item passes if it matches an entry of each include list and none of an exclude list', () => {
  const filters = {
    include: { categories: ['News', 'Tides'], authors: ['Ada'] },
    exclude: { titles: ['advertisement'] },
  };
  const item = { title: 'High tide', author: 'Ada Low', categories: ['tides', 'Sea'] };
  assert.equal(reasonFor(filters, item), '');
  assert.match(
    reasonFor(filters, { ...item, title: 'ADVERTISEMENT: boats' }),
    /title matches "advertisement"/,
  );
  assert.match(reasonFor(filters, { ...item, categories: ['Sea'] }), /category matches none/);
  assert.match(reasonFor(filters, { ...item, author: '' }), /author matches none/);
  assert.ok(passes({}, { title: '', author: '', categories: [] }));
});

test('a title matches by whole words in any case and Unicode form; a category matches only as a whole', () => {
  const title = (entry: string, text: string) => passes({ include: { titles: [entry] } }, { title: text });
  assert.ok(title('release', 'Release 2.0'));
  assert.ok(title('release notes', 'The  RELEASE\u00a0notes!'));
  assert.ok(title('c++', 'On C++ and C'));
  assert.ok(title('café', 'Das CAFE\u0301 am Meer'));
  assert.ok(title('潮', '満潮のお知らせ'));
  assert.ok(title('ad', 'Ad, ad and more'));
  assert.ok(!title('ad', 'Reading in a shade'));
  assert.ok(!title('ad', 'ad\u0301a'));
  assert.ok(!title('𝒳', 'High tide'));
  assert.ok(!passes({ include: { categories: ['art'] } }, { categories: ['Party', 'Art history'] }));
  assert.ok(passes({ include: { categories: ['art history'] } }, { categories: ['Party', ' Art  History'] }));
});

test('entries that look like patterns are plain words, and the longest title is fast', () => {
  assert.ok(!passes({ exclude: { titles: ['.*'] } }, { title: 'Anything .* at all' }));
  assert.ok(passes({ exclude: { titles: ['(a+)+$', '.*'] } }, { title: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' }));
  assert.ok(passes({ exclude: { titles: ['a'] } }, { title: 'a'.repeat(5_000_000) }));
});

let stage: FeedStage;
let path: string;
let count = 0;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());
beforeEach(async () => {
  await stage.service.db.updateTable('automations').set({ status: 'inactive' }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
});

type Entry = { name: string; categories?: string[]; author?: string };
const publish = (...entries: Entry[]) =>
  stage.feeds.put(
    path,
    `<rss version="2.0"><channel><title>The log</title>${entries
      .map(
        ({ name, categories = [], author = '' }) =>
          `<item><title>${name}</title><guid>${name}</guid><link>https://log.example/${name}</link><author>${author}</author>${categories
            .map(one => `<category>${escapeHtml(one)}</category>`)
            .join('')}</item>`,
      )
      .join('')}</channel></rss>`,
  );
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  subject: 'News',
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};
const patch = (id: string, body: object) => stage.service.api('PATCH', `/v1/automations/${id}`, body);
const reasons = async (id: string) => {
  const { body } = await stage.service.api('GET', `/v1/automations/${id}/items?status=skipped`);
  return body.results.map(({ title, reason }: { title: string; reason: string }) => [title, reason]);
};

test('a filtered item is skipped with the reason, and the others are mailed', async () => {
  publish({ name: 'old' });
  const { id, item_filters } = await stage.follow(path, {
    item_filters: { exclude: { categories: ['Sponsored'], authors: ['Eve'] } },
  });
  assert.deepEqual(item_filters, {
    include: { categories: [], titles: [], authors: [] },
    exclude: { categories: ['Sponsored'], titles: [], authors: ['Eve'] },
  });
  publish(
    { name: 'c', author: 'eve@log.example (Eve)' },
    { name: 'b', categories: ['Sea', 'sponsored'] },
    { name: 'a', categories: ['Sea'] },
    { name: 'old' },
  );
  stage.pass(60);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['a']);
  assert.deepEqual(await reasons(id), [
    ['c', 'Excluded by the filters: its author matches "Eve".'],
    ['b', 'Excluded by the filters: its category matches "Sponsored".'],
  ]);
});

test('filtered items do not count toward the limit of one response', async () => {
  publish({ name: 'old' });
  const { id } = await stage.follow(path, { item_filters: { exclude: { titles: ['advertisement'] } } });
  publish(
    ...Array.from({ length: 9 }, (_, at) => ({ name: `n${at}` })),
    ...Array.from({ length: 9 }, (_, at) => ({ name: `advertisement ${at}` })),
    { name: 'old' },
  );
  stage.pass(60);
  await stage.round();
  assert.equal((await stage.subjects(id)).length, 9);
  assert.equal((await stage.get(id)).held_count, 0);
});

test('changed filters mail nothing that was left out before, and apply to items waiting for a digest', async () => {
  publish({ name: 'old' });
  const { id } = await stage.follow(path, {
    ...weekly,
    item_filters: { include: { categories: ['Sea'] } },
  });
  publish(
    { name: 'c' },
    { name: 'b', categories: ['Sea', 'Boats'] },
    { name: 'a', categories: ['sea'] },
    {
      name: 'old',
    },
  );
  stage.pass(60);
  await stage.round();
  const { body } = await patch(id, { item_filters: { exclude: { categories: ['Boats'] } } });
  assert.deepEqual(body.item_filters.include, { categories: [], titles: [], authors: [] });
  await stage.service.api('POST', `/v1/automations/${id}/run`, { send: true });
  const { body: mailed } = await stage.service.api('GET', `/v1/automations/${id}/items?status=processed`);
  assert.deepEqual(
    mailed.results.map(({ title }: { title: string }) => title),
    ['a'],
  );
  assert.deepEqual(await reasons(id), [
    ['c', 'Excluded by the filters: its category matches none of the included ones.'],
    ['b', 'Excluded by the filters: its category matches "Boats".'],
  ]);
  await patch(id, { item_filters: null });
  publish({ name: 'd' }, { name: 'c' }, { name: 'b', categories: ['Sea'] }, { name: 'a' }, { name: 'old' });
  await stage.service.api('POST', `/v1/automations/${id}/run`, { send: true });
  const { results } = (await stage.service.api('GET', `/v1/automations/${id}/items`)).body;
  assert.deepEqual(
    results.map(({ title, status }: { title: string; status: string }) => `${title} ${status}`).toSorted(),
    ['a processed', 'b skipped', 'c skipped', 'd processed', 'old irrelevant'],
  );
});

test('filters also apply to items from a pause and to those present at the start', async () => {
  const all = [
    { name: 'b', author: 'Eve' },
    { name: 'a', author: 'Ada' },
  ];
  publish(...all);
  const item_filters = { exclude: { authors: ['eve'] } };
  const { id } = await stage.follow(path, { skip_old_items: false, item_filters });
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['a']);
  // Another automation that follows the feed sees it during the pause.
  await stage.follow(path);
  await patch(id, { status: 'inactive' });
  publish({ name: 'd', author: 'Ada' }, { name: 'c', author: 'Eve' }, ...all);
  stage.pass(60);
  await stage.round();
  await patch(id, { status: 'active', catch_up: true });
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['a', 'd']);
});

test('invalid filters are a clear 400', async () => {
  publish({ name: 'old' });
  for (const [item_filters, detail] of [
    [{ exclude: { tags: ['x'] } }, /^item_filters\.exclude/],
    [{ only: {} }, /^item_filters/],
    [{ include: { titles: 'x' } }, /^item_filters\.include\.titles/],
    [{ include: { titles: [' '] } }, /^item_filters\.include\.titles\.0: must not contain empty/],
    [{ include: { titles: Array(51).fill('x') } }, /at most 50 entries/],
    ['x', /^item_filters/],
  ] as const) {
    const { status, body } = await stage.create(stage.feeds.url + path, { item_filters });
    assert.equal(status, 400, JSON.stringify(item_filters));
    assert.match(body.detail, detail);
  }
});
