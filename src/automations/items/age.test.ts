import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../engines/feeds/parse.ts';
import { type Post, rss } from '../../testing/feed-server.ts';
import { openMemory } from './memory.ts';

const day = 86_400_000;
const today = Date.UTC(2026, 5, 1, 12);
const dateOf = (age: number) => new Date(today - age * day).toISOString();

/** A post with this name and age in days; without an age it has no date. */
const post = (name: string, age?: number): Post => ({
  title: `On ${name}`,
  link: `https://log.example/${name}`,
  guid: `id-${name}`,
  content: `<p>What there was to say about ${name}, which is not little.</p>`,
  ...(age !== undefined && { date: dateOf(age) }),
});

/** Reads the first posts, and an hour later the second. Returns how each was judged, and which were withdrawn. */
function readTwice(before: Post[], after: Post[]) {
  const memory = openMemory();
  const read = (posts: Post[], date: Date, read_before: Date | null) => {
    const result = parseFeed(Buffer.from(rss(posts)), { url: 'https://log.example/feed.xml' });
    assert.ok('feed' in result);
    const reading = memory.read(result.feed.items, date, read_before);
    memory.write(reading, date);
    return reading;
  };
  read(before, new Date(today), null);
  const { items, withdrawn } = read(after, new Date(today + day / 24), new Date(today));
  return {
    became: items.map(({ judgement }) =>
      judgement.is === 'old' ? (judgement.certain ? 'ignored' : 'held') : judgement.is,
    ),
    withdrawn: withdrawn.map(key => before[key]?.title.replace('On ', '')),
  };
}

const names = 'abcdefghij'.split('');
/** Ten posts, newest first, one every ten days. */
const ten = names.map((name, at) => post(name, 10 * (at + 1)));
const undated = names.map(name => post(name));
const known = (count: number) => Array(count).fill('known');

test('when the newest post is deleted, the old one that appears at the end is ignored', () => {
  const { became, withdrawn } = readTwice(ten, [...ten.slice(1), post('ancient', 700)]);
  assert.deepEqual(became, [...known(9), 'ignored']);
  assert.deepEqual(withdrawn, ['a']);
});

test('in a feed without dates, the same post is held', () => {
  const { became } = readTwice(undated, [...undated.slice(1), post('ancient')]);
  assert.deepEqual(became, [...known(9), 'held']);
});

test('of one new post that arrives with six old ones, only the new one is new', () => {
  const six = Array.from({ length: 6 }, (_, at) => post(`old-${at}`, 200 + at));
  const atTail = readTwice(ten, [post('new', 0), ...ten.slice(6), ...six]);
  assert.deepEqual(atTail.became, ['new', ...known(4), ...Array(6).fill('ignored')]);
  const atHead = readTwice(ten, [post('new', 0), ...six, ...ten.slice(0, 3)]);
  assert.deepEqual(atHead.became, ['new', ...Array(6).fill('held'), ...known(3)]);
});

test('a single backdated post at the top is new, and so is one that fits in between', () => {
  assert.deepEqual(readTwice(ten, [post('back', 700), ...ten.slice(0, 9)]).became, ['new', ...known(9)]);
  const between = [...ten.slice(0, 2), post('late', 25), ...ten.slice(2, 9)];
  assert.deepEqual(readTwice(ten, between).became, [...known(2), 'new', ...known(7)]);
});

test('in a feed with its newest posts last, posts added at the end are new and those added at the start are not', () => {
  const turned = ten.toReversed();
  assert.deepEqual(readTwice(turned, [...turned.slice(1), post('new', 0)]).became, [...known(9), 'new']);
  const { became } = readTwice(turned, [post('ancient', 700), ...turned.slice(0, 9)]);
  assert.deepEqual(became, ['ignored', ...known(9)]);
});

test('a feed that shows more of its past has nothing new', () => {
  const past = Array.from({ length: 5 }, (_, at) => post(`past-${at}`, 200 + at));
  assert.deepEqual(readTwice(ten, [...ten, ...past]).became, [...known(10), ...Array(5).fill('ignored')]);
  const bare = past.map(({ date: _, ...one }) => one);
  assert.deepEqual(readTwice(undated, [...undated, ...bare]).became, [
    ...known(10),
    ...Array(5).fill('held'),
  ]);
});

test('any post below a pinned one may be new', () => {
  const pinned = post('pinned', 3000);
  const fresh = Array.from({ length: 9 }, (_, at) => post(`new-${at}`, 0.01 * (at + 1)));
  assert.deepEqual(readTwice([pinned, ...ten.slice(0, 9)], [pinned, ...fresh]).became, [
    'known',
    ...Array(9).fill('new'),
  ]);
});

test('when all posts are replaced, those dated later are new and those dated earlier are held', () => {
  const fresh = Array.from({ length: 10 }, (_, at) => post(`new-${at}`, 0.5 + at / 10));
  assert.deepEqual(readTwice(ten, fresh).became, Array(10).fill('new'));
  assert.deepEqual(readTwice([post('only', 1)], [post('before', 8)]).became, ['held']);
  assert.deepEqual(readTwice([post('only', 8)], [post('after', 1)]).became, ['new']);
});

test('if a feed changes all dates, they are ignored and the position of an old item still counts', () => {
  const now = ten.map(one => ({ ...one, date: dateOf(-0.03) }));
  const { became } = readTwice(ten, [...now.slice(1), { ...post('ancient'), date: dateOf(-0.03) }]);
  assert.deepEqual(became, [...known(9), 'held']);
});

test('posts pushed out by newer ones are not withdrawn; posts missing from among the others are', () => {
  assert.deepEqual(readTwice(ten, [post('new', 0), ...ten.slice(0, 9)]).withdrawn, []);
  assert.deepEqual(readTwice(ten, ten.slice(0, 1)).withdrawn, []);
  assert.deepEqual(readTwice(ten, []).withdrawn, []);
  assert.deepEqual(readTwice(ten, [post('new', 0), ...ten.slice(0, 3), ...ten.slice(4)]).withdrawn, ['d']);
  const turned = ten.toReversed();
  assert.deepEqual(readTwice(turned, turned.slice(0, 9)).withdrawn, ['a']);
  assert.deepEqual(readTwice(turned, [...turned.slice(1), post('new', 0)]).withdrawn, []);
});

test('a pinned post at the end does not make posts pushed out before it withdrawn', () => {
  const pinned = post('pinned', 3000);
  const { withdrawn } = readTwice([...ten, pinned], [post('new', 0), ...ten.slice(0, 9), pinned]);
  assert.deepEqual(withdrawn, []);
});

test('today’s edition is new each day, though its link stays the same', () => {
  const edition = (name: string, age: number): Post => ({
    ...post(name, age),
    link: 'https://log.example/today/edition',
  });
  assert.deepEqual(readTwice([edition('monday', 1)], [edition('tuesday', 0)]).became, ['new']);
  const edited = {
    ...edition('monday', 1),
    guid: 'other',
    content: '<p>Rewritten, from its first word to its last.</p>',
  };
  assert.deepEqual(
    readTwice([edition('monday', 1)], [edited]).became,
    ['known'],
    'the title and date contradict it',
  );
});
