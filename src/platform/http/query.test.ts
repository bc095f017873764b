import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listParameter, pageParameters, parseQuery, textParameter, timeParameter } from './query.ts';

const parameters = z.object({
  list: listParameter,
  '-list': listParameter,
  text: textParameter,
  time: timeParameter,
});
const read = (query: string) => parameters.parse(parseQuery(query));

test('a list is read in every form that clients send it in', () => {
  for (const query of [
    'list=a&list=b',
    'list[]=a&list[]=b',
    'list%5B%5D=a&list%5B%5D=b',
    'list=a,b',
    'list=a,&list=+b',
    'list=%20a%20,b',
    'list[]=a&list=b',
  ]) {
    assert.deepEqual(read(query).list, ['a', 'b'], query);
  }
  assert.deepEqual(read('list=a').list, ['a']);
  assert.deepEqual(read('list=').list, []);
  assert.equal(read('').list, undefined);
});

test('a leading - makes another parameter, in the same forms', () => {
  assert.deepEqual(read('-list=a&-list[]=b,c&list=d'), { list: ['d'], '-list': ['a', 'b', 'c'] });
});

test('of a text that comes more than once the last counts', () => {
  assert.equal(read('text=a&text=b').text, 'b');
  assert.equal(read('text=').text, '');
});

test('names of Object.prototype are names like any other', () => {
  assert.deepEqual(
    { ...parseQuery('__proto__=1&constructor=2&toString=3') },
    {
      ['__proto__']: '1',
      constructor: '2',
      toString: '3',
    },
  );
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('a time is an instant with any offset, or the first moment of a day in UTC', () => {
  for (const [text, instant] of [
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00.1234567Z', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T09:00:00%2B02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T09:00:00+02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T09:00:00-02:00', '2026-11-20T11:00:00.000Z'],
    ['2026-11-20T09:00:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['', undefined],
  ] as const) {
    assert.equal(read(`time=${text}`).time, instant, text);
  }
});

test('what is no time, or lies where the database has none, is refused', () => {
  for (const text of [
    'soon',
    '1',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '20261120',
    '2026-11-20 09:00',
    '2026-11-20T25:00:00Z',
    '0000-01-01',
    '0001-01-01T00:00:00%2B14:00',
    '9999-12-31T23:59:59-14:00',
    '%2B275760-09-12T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ]) {
    assert.throws(() => read(`time=${text}`), z.ZodError, text);
  }
});

test('pages are whole numbers from 1, of 1 to 1000 each', () => {
  const pages = z.object(pageParameters);
  assert.deepEqual(pages.parse({}), { page: 1, page_size: 100 });
  assert.deepEqual(pages.parse({ page: '7', page_size: '1000' }), { page: 7, page_size: 1000 });
  for (const bad of ['0', '-1', '1.5', 'x', '', 'Infinity', '1e99']) {
    assert.ok(!pages.safeParse({ page: bad }).success, `page=${bad}`);
    assert.ok(!pages.safeParse({ page_size: bad }).success, `page_size=${bad}`);
  }
  assert.ok(!pages.safeParse({ page_size: '1001' }).success);
});
