import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../engines/feeds/parse.ts';
import { openDice } from '../../platform/dice.ts';
import { type Post, rss } from '../../testing/feed-server.ts';
import type { Judgement } from './age.ts';
import { isSurge } from './item.ts';
import { openMemory } from './memory.ts';

/** A feed that is read repeatedly: returns how each item of a response was classified. */
function openReader() {
  const memory = openMemory();
  let read_before: Date | null = null;
  return (posts: readonly Post[], date = new Date('2026-06-01T12:00:00Z')): Judgement[] => {
    const result = parseFeed(Buffer.from(rss(posts)), { url: 'https://log.example/feed.xml' });
    assert.ok('feed' in result);
    const reading = memory.read(result.feed.items, date, read_before);
    memory.write(reading, date);
    read_before = date;
    return reading.items.map(({ judgement }) => judgement);
  };
}

const words = [
  'harbour',
  'low water',
  'a quiet week',
  'on ropes',
  'the new mast',
  'fog',
  'charts',
  'a long night',
];
const post = (number: number, fields: Partial<Post> = {}): Post => ({
  title: `${words[number % words.length]} ${number}`,
  link: `https://log.example/${number}-entry`,
  guid: `tag:log.example,2026:${number}`,
  date: new Date(Date.UTC(2026, 0, 1 + number, 9)).toISOString(),
  content: `<p>What there is to say of ${words[number % words.length]}, in so many words: ${number}.</p>`,
  ...fields,
});
const ten = Array.from({ length: 10 }, (_, at) => post(10 - at));
const each = (change: (post: Post, at: number) => Partial<Post>) =>
  ten.map((one, at) => ({ ...one, ...change(one, at) }));
const without = (name: 'guid' | 'date') => ten.map(({ [name]: _, ...one }) => one as Post);

const rewrites: Record<string, Post[]> = {
  'nothing changed': ten,
  'titles edited': each(one => ({ title: `${one.title} (updated)` })),
  'content edited': each(() => ({ content: '<p>All of it is new.</p>' })),
  'dates moved forward': each(() => ({ date: '2026-06-01T11:00:00Z' })),
  'dates removed': without('date'),
  'order reversed': ten.toReversed(),
  'domain changed, guids kept': each(one => ({ link: one.link.replace('log.example', 'new.example') })),
  'domain and guids changed': each(one => ({
    link: one.link.replace('log.example', 'new.example'),
    guid: one.guid?.replace('log.example', 'new.example') as string,
  })),
  'guids become links': each(one => ({ guid: one.link })),
  'guids become numbers': each((_, at) => ({ guid: `?p=${at}` })),
  'guids removed': without('guid'),
  'http becomes https': each(one => ({ link: one.link.replace('https', 'http') })),
  'campaign parameters added to links': each(one => ({ link: `${one.link}?utm_source=feed&utm_medium=rss` })),
  'slugs renamed, guids kept': each((_, at) => ({ link: `https://log.example/renamed-${at}` })),
  'slugs and guids renamed': each((_, at) => ({
    link: `https://log.example/renamed-${at}`,
    guid: `https://log.example/renamed-${at}`,
  })),
  'titles and dates edited, without guids': without('guid').map((one, at) => ({
    ...one,
    title: `Otherwise ${at}`,
    date: '2026-06-01T11:00:00Z',
  })),
};

for (const [name, posts] of Object.entries(rewrites)) {
  test(`an item is recognised: ${name}`, () => {
    const read = openReader();
    assert.ok(read(ten).every(({ is }) => is === 'new'));
    assert.deepEqual(
      read(posts).map(({ is }) => is),
      posts.map(() => 'known'),
    );
    assert.deepEqual(
      read([post(11), ...posts]).map(({ is }) => is)[0],
      'new',
      'a real new post is not mistaken for it',
    );
  });
}

test('a feed that shrinks and grows again has nothing new', () => {
  const read = openReader();
  read(ten);
  read(ten.slice(0, 3));
  read([]);
  assert.ok(read(ten).every(({ is }) => is === 'known'));
});

test('posts with the same link and two guids present are two posts', () => {
  const read = openReader();
  read([post(1)]);
  const [second, first] = read([post(2, { link: post(1).link }), post(1)]);
  assert.deepEqual([second?.is, first?.is], ['new', 'known']);
  assert.ok(read([post(1), post(2, { link: post(1).link })]).every(({ is }) => is === 'known'));
});

test('a new guid with a known link is the known item once the old guid has left', () => {
  const read = openReader();
  read([post(1)]);
  assert.deepEqual(read([post(1, { guid: 'other', title: 'Else', content: '' })])[0]?.is, 'known');
});

test('a guid shared by all items identifies none of them, whichever comes first', () => {
  const read = openReader();
  const same = ten.map(one => ({ ...one, guid: 'https://log.example/' }));
  read(same.slice(1));
  assert.deepEqual(
    read(same).map(({ is }) => is),
    ['new', ...same.slice(1).map(() => 'known')],
  );
  assert.ok(read(same.toReversed()).every(({ is }) => is === 'known'));
});

test('an item with the same text every day is new every day if it has its own link', () => {
  const read = openReader();
  const day = (number: number) => ({
    ...post(number),
    title: 'Photo of the day',
    content: '<p>The photo of the day, as on every day, by our reader.</p>',
    date: new Date(Date.UTC(2026, 5, number, 9)).toISOString(),
  });
  const at = (number: number) => new Date(Date.UTC(2026, 5, number, 12));
  read([day(1)], at(1));
  for (let number = 2; number < 30; number += 1) {
    const shown = [day(number), ...(number % 2 === 0 ? [] : [day(number - 1)])];
    assert.equal(read(shown, at(number))[0]?.is, 'new', `day ${number}`);
  }
});

test('an item whose content changes at every fetch is recognised by its id', () => {
  const read = openReader();
  const said = (times: number): Post => ({
    title: `${times} comments`,
    link: '',
    guid: 'talk',
    content: `<p>By now there are ${times} comments on what was said here.</p>`,
  });
  read([said(0)]);
  for (let times = 1; times < 200; times += 1) assert.equal(read([said(times)])[0]?.is, 'known');
});

test('five new items that mostly look old are a surge; four, or five real ones, are not', () => {
  const read = openReader();
  read(ten, new Date('2026-05-01T00:00:00Z'));
  const backdated = [21, 22, 23, 24, 25].map(number => post(number));
  assert.equal(isSurge(read([...backdated, ...ten])), true);
  const other = openReader();
  other(ten, new Date('2026-05-01T00:00:00Z'));
  assert.equal(isSurge(other([...backdated.slice(1), ...ten])), false);
  const third = openReader();
  third(ten, new Date('2026-05-01T00:00:00Z'));
  const fresh = backdated.map(one => ({ ...one, date: '2026-05-02T00:00:00Z' }));
  assert.equal(isSurge(third([...fresh, ...ten])), false);
});

test('whatever changes between fetches, a known item is never new and a new one never known', () => {
  const changes: ((one: Post, turn: number) => Post)[] = [
    (one, turn) => ({ ...one, title: `${one.title.split(' – ')[0]} – ${turn}` }),
    (one, turn) => ({ ...one, content: `${one.content} <p>${turn}</p>` }),
    (one, turn) => ({ ...one, date: new Date(Date.UTC(2026, 6, 1, 0, turn)).toISOString() }),
    (one, turn) => ({ ...one, guid: `scheme-${turn}:${one.link}` }),
    ({ guid: _, ...one }) => one,
    (one, turn) => ({ ...one, link: one.link.replace(/\/\/[^/]*/, `//host-${turn}.example`) }),
    (one, turn) => ({ ...one, link: `${one.link.split('?')[0]}?utm_campaign=${turn}` }),
    (one, turn) =>
      one.guid ? { ...one, link: `https://log.example/${one.guid.length}-${turn}-${one.title}` } : one,
  ];
  for (let seed = 1; seed <= 40; seed += 1) {
    const { pick, chance, below } = openDice(seed);
    const read = openReader();
    let posts = Array.from({ length: 3 + below(12) }, (_, at) => post(20 - at));
    let sorted = true;
    read(posts);
    for (let turn = 1; turn <= 25; turn += 1) {
      const change = pick(changes);
      const share = chance(0.5) ? 1 : 0.3;
      posts = posts.map(one => (chance(share) ? change(one, turn) : one));
      if (seed > 20 && chance(0.3)) {
        posts = posts.toReversed();
        sorted = false;
      }
      const fresh = chance(0.3) ? [post(100 + turn)] : [];
      const shown = [...fresh, ...posts];
      // In a feed that is not sorted, an old item might be where the new one is.
      assert.deepEqual(
        read(shown).map(({ is }) => (is === 'old' && !sorted ? 'new' : is)),
        shown.map(one => (fresh.includes(one) ? 'new' : 'known')),
        `seed ${seed}, turn ${turn}: ${change}`,
      );
      posts = shown;
      if (chance(0.2))
        assert.ok(
          read(posts.slice(0, 2)).every(({ is }) => is === 'known'),
          `seed ${seed}`,
        );
    }
  }
});
