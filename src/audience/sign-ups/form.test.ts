import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf, readWish } from './form.ts';

test('a form gives the address, tags and metadata', () => {
  const wish = readWish(
    new URLSearchParams(
      'email= Ada@Example.ORG &tag=a&tag=b&metadata__first-name=Ada+L&utm_source=x&referrer_url=https://ref.example/&form=own',
    ),
  );
  assert.equal(wish.address, 'Ada@example.org');
  assert.deepEqual(wish.tags, ['a', 'b']);
  assert.deepEqual(wish.metadata, { 'first-name': 'Ada L' });
  assert.equal(wish.referrer_url, 'https://ref.example/');
  assert.deepEqual([wish.utm_source, wish.own_form, wish.trapped], ['x', true, false]);
});

test('the same data are read alike from JSON', () => {
  const form = 'email=a@b.example&tag=x&tag=y&metadata__n=1&metadata__t=true';
  const body = { email: 'a@b.example', tag: ['x', 'y'], metadata: { n: 1, t: true } };
  assert.deepEqual(readWish(formOf(body)), readWish(new URLSearchParams(form)));
  assert.equal(readWish(formOf({ email_address: 'a@b.example' })).address, 'a@b.example');
});

test('unusable input is ignored, and everything has a limit', () => {
  const form = new URLSearchParams(
    'email=a@b.example,c@d.example&metadata__=x&metadata____proto__=x&metadata__a b=x',
  );
  for (let n = 0; n < 1000; n += 1) {
    form.append('tag', `tag ${n}`);
    form.append(`metadata__k${n}`, 'v\0'.repeat(5000));
  }
  const wish = readWish(form);
  assert.equal(wish.address, null);
  assert.equal(wish.tags.length, 20);
  assert.equal(Object.keys(wish.metadata).length, 20);
  assert.ok(Object.values(wish.metadata).every(value => /^v{1,500}$/.test(value)));
  assert.equal(Object.getPrototypeOf(wish.metadata), Object.prototype);
  for (const body of [
    null,
    'text',
    7,
    [],
    { email: ['x'] },
    { email: {} },
    { metadata: [1] },
    { tag: [[['x']]] },
  ])
    assert.equal(readWish(formOf(body)).address, null);
});
