import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import {
  endParameter,
  hasEmptyFilter,
  listParameter,
  pageParameters,
  parseQuery,
  startParameter,
  textParameter,
} from './query.ts';

const parameters = z.object({
  list: listParameter,
  '-list': listParameter,
  text: textParameter,
  start: startParameter,
  end: endParameter,
});
const read = (query: string) => parameters.parse(parseQuery(query));

test('a list is read in every form that clients send', () => {
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

test('a leading - makes a different parameter that is read in the same forms', () => {
  assert.deepEqual(read('-list=a&-list[]=b,c&list=d'), { list: ['d'], '-list': ['a', 'b', 'c'] });
});

test('the last of several equal parameters counts', () => {
  assert.equal(read('text=a&text=b').text, 'b');
  assert.equal(read('text=').text, '');
});

test('names from Object.prototype are ordinary names', () => {
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

test('a period has bounds with any offset, or whole days in UTC', () => {
  for (const [text, start, end] of [
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00.1234567Z', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T09:00:00%2B02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T09:00:00+02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T09:00:00-02:00', '2026-11-20T11:00:00.000Z'],
    ['2026-11-20T09:00:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', 'infinity'],
    ['', ''],
  ] as const) {
    const read = parameters.parse(parseQuery(`start=${text}&end=${text}`));
    assert.deepEqual([read.start, read.end], [start, end ?? start], text);
  }
});

test('an invalid time, or one that the database does not support, is refused', () => {
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
    for (const name of ['start', 'end'])
      assert.throws(() => read(`${name}=${text}`), z.ZodError, `${name}=${text}`);
  }
});

test('page is a whole number from 1, and page_size one from 1 to 1000; empty means the default', () => {
  const pages = z.object(pageParameters);
  assert.deepEqual(pages.parse({}), { page: 1, page_size: 100 });
  assert.deepEqual(pages.parse({ page: '', page_size: '' }), { page: 1, page_size: 100 });
  assert.deepEqual(pages.parse({ page: '7', page_size: '1000' }), { page: 7, page_size: 1000 });
  for (const page of ['9223372036854775808', '9'.repeat(400)]) {
    const read = pages.parse({ page, page_size: '1000' }).page;
    assert.ok(read > 1e9 && read * 1000 < Number.MAX_SAFE_INTEGER, page);
  }
  for (const bad of ['0', '-1', '1.5', 'x', 'Infinity', '1e99', '-9223372036854775809']) {
    assert.ok(!pages.safeParse({ page: bad }).success, `page=${bad}`);
    assert.ok(!pages.safeParse({ page_size: bad }).success, `page_size=${bad}`);
  }
  assert.ok(!pages.safeParse({ page_size: '1001' }).success);
});

test('a key in brackets is read with or without quotes, and digits alone make a list', () => {
  const plain = (query: string) => JSON.parse(JSON.stringify(parseQuery(query)));
  for (const query of ["a['b c']=1", 'a["b c"]=1', 'a[b c]=1', 'a%5B%27b%20c%27%5D=1'])
    assert.deepEqual(plain(query), { a: { 'b c': '1' } }, query);
  assert.deepEqual(plain("a['b']=1&a['b']=2&a[c]=3"), { a: { b: ['1', '2'], c: '3' } });
  assert.deepEqual(plain('a[0]=x&a[1]=y'), { a: ['x', 'y'] });
  assert.deepEqual(plain("a['0']=x"), { a: { '0': 'x' } });
  assert.deepEqual(plain("a['b]c']=x"), { a: { 'b]c': 'x' } });
});

test('a key that cannot be read stays part of the name and is not ignored', () => {
  for (const [query, names] of [
    ['a[__proto__]=1', ['a[__proto__]']],
    ['a[b][c]=1', ['a[b][c]']],
    ['a=1&a[b]=2', ['a', 'a[b]']],
    ['[a]=1', ['[a]']],
    ["a['b=1", ["a['b"]],
  ] as const)
    assert.deepEqual(Object.keys(parseQuery(query)), names, query);
  assert.ok(Array.isArray(parseQuery('a[b]=2&a=1').a), 'and is no longer an object if a plain value follows');
  assert.equal(({} as Record<string, unknown>).b, undefined);
});

test('an empty filter is told apart from a missing one', () => {
  for (const filters of [{ a: '' }, { a: [] }, { a: {} }, { a: { b: [] } }, { a: { b: ['x'], c: '' } }])
    assert.ok(hasEmptyFilter({ other: ['x'], ...filters }), JSON.stringify(filters));
  for (const filters of [{ a: undefined }, { a: 0 }, { a: ['x', ''] }, { a: { b: ['x'] } }])
    assert.ok(!hasEmptyFilter({ other: ['x'], ...filters }), JSON.stringify(filters));
});
