import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make } from '../platform/http/conditional.ts';
import { keepPages } from './kept.ts';

const page = (text: string) => make(text, {});

test('a page is made once for each version, however many ask', async () => {
  const kept = keepPages(1500);
  let made = 0;
  const ask = (version: string) =>
    kept.get(
      'a',
      async () => version,
      async () => page(`${version} ${++made}`),
    );
  const all = await Promise.all(Array.from({ length: 50 }, () => ask('one')));
  assert.deepEqual(new Set(all.map(one => String(one!.body))), new Set(['one 1']));
  assert.equal(String((await ask('two'))!.body), 'two 2');
  assert.equal(String((await ask('two'))!.body), 'two 2');
});

test('a visit never gets a version that was requested before it', async () => {
  const kept = keepPages(1000);
  let now = 'old';
  const answers: (() => void)[] = [];
  const ask = () =>
    kept.get(
      'a',
      () => {
        const seen = now;
        return new Promise(resolve => answers.push(() => resolve(seen)));
      },
      async () => page(now),
    );
  const first = ask();
  now = 'new'; // the others ask only after the change is committed
  const others = [ask(), ask(), ask()];
  assert.equal(answers.length, 1);
  answers[0]!();
  await first;
  while (answers.length < 2) await new Promise(resolve => setImmediate(resolve));
  answers[1]!();
  for (const other of others) assert.equal(String((await other)!.body), 'new');
  assert.equal(answers.length, 2, 'the three visits share one query');
});

test('a deleted page is not cached, and a failure affects only its own request', async () => {
  const kept = keepPages(1000);
  await kept.get(
    'a',
    async () => 'one',
    async () => page('here'),
  );
  assert.equal(
    await kept.get(
      'a',
      async () => undefined,
      async () => page('never'),
    ),
    undefined,
  );
  const broken = async () => {
    throw new Error('the database is away');
  };
  await assert.rejects(
    kept.get('a', broken, async () => page('never')),
    /away/,
  );
  await assert.rejects(
    kept.get('a', async () => 'one', broken),
    /away/,
  );
  assert.equal(
    String(
      (await kept.get(
        'a',
        async () => 'one',
        async () => page('back'),
      ))!.body,
    ),
    'back',
  );
});

test('memory is bounded: the page requested least recently goes first', async () => {
  const kept = keepPages(1500);
  let made = 0;
  const ask = (name: string) =>
    kept.get(
      name,
      async () => 'same',
      async () => {
        made += 1;
        return page('x'.repeat(400));
      },
    );
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  assert.equal(made, 3);
  await ask('a');
  assert.equal(made, 3, 'a was requested again');
  await ask('b');
  assert.equal(made, 4, 'b was not requested');
});
