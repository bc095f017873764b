import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeOf } from '../../platform/sentences/counted.ts';
import { unpack, unpackHere } from '../../platform/threads/packed.ts';
import { openThread, ThreadFailure } from '../../platform/threads/threads.ts';
import { until } from '../../testing/until.ts';
import { parseFeed } from './parse.ts';
import { mostHere, readFeed } from './read.ts';

const source = { url: 'https://log.example/feed.xml', content_type: 'application/rss+xml; charset=utf-8' };
const rss = (items: string) =>
  Buffer.from(`<rss version="2.0"><channel><title>Ebbe &amp; Flut — ö</title>${items}</channel></rss>`);
const large = rss(
  Array.from(
    { length: 2000 },
    (_, at) =>
      `<item><guid>${at}</guid><title>Post ${at}</title><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><description>&lt;img src="/${at}.png"&gt; ${'words '.repeat(20)}</description><enclosure url="/a.mp3" type="audio/mpeg" length="3"/></item>`,
  ).join(''),
);

test('a large document is read on another thread with the same result', async () => {
  for (const document of [
    large,
    large.subarray(0, -300),
    Buffer.from(`<html>${'<p>x</p>'.repeat(50_000)}</html>`),
    Buffer.from(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: [{ id: 1, content_text: 'x'.repeat(300_000) }],
      }),
    ),
  ]) {
    assert.ok(document.length > mostHere);
    assert.deepEqual(unpacked(await readFeed(document, source)), parseFeed(document, source));
  }
});

function unpacked(read: Awaited<ReturnType<typeof readFeed>>) {
  if ('feed' in read) return { feed: { ...read.feed, items: unpackHere(read.feed.items) } };
  return 'fault' in read ? { fault: read.fault } : read;
}

test('the main thread never gets the items of a document that is large or has many', async () => {
  const many = rss(Array.from({ length: 1000 }, (_, at) => `<item><guid>${at}</guid></item>`).join(''));
  assert.ok(many.length < mostHere);
  for (const document of [large, many]) {
    const read = await readFeed(document, source);
    assert.ok('feed' in read && read.feed.items instanceof Uint8Array);
    assert.throws(() => unpack(read.feed.items), /must not be unpacked on the main thread/);
  }
  const few = await readFeed(rss('<item><guid>1</guid></item>'), source);
  assert.ok('feed' in few && Array.isArray(unpack(few.feed.items)));
});

// Opens a thread that does what its task says, like a document that triggers a fault in a parser.
const actor = (options: { deadline_ms: number; idle_ms?: number }) =>
  openThread<string, unknown>(new URL('../../testing/acting-thread.ts', import.meta.url), options);

test('a task that never ends is stopped at its deadline, and the next one gets a new thread', async () => {
  const thread = actor({ deadline_ms: 2000 });
  const hangs = thread.run('hang');
  const next = thread.run('answer');
  await assert.rejects(hangs, (error: ThreadFailure) => error instanceof ThreadFailure && error.is_late);
  assert.equal(await next, 'answered');
});

test('the deadline is processor time: a task that only waits for a busy machine is not late', async () => {
  assert.equal(await actor({ deadline_ms: 2000 }).run('wait'), 'answered');
});

test('a task that fails, or ends its thread, brings down nothing else', async () => {
  const thread = actor({ deadline_ms: 60_000 });
  for (const task of ['exit', 'throw']) await assert.rejects(thread.run(task), ThreadFailure, task);
  assert.equal(await thread.run('answer'), 'answered');
});

test('an idle thread ends, and starts again when there is work', async () => {
  const thread = actor({ deadline_ms: 60_000, idle_ms: 1 });
  assert.equal(await thread.run('count'), 1);
  await until('a new thread', async () => (await thread.run('count')) === 1);
});

test('a document that kills its thread is reported as an error of that feed', async () => {
  const failing = {
    run: async () => Promise.reject(new ThreadFailure('it took longer than 10 s', { is_late: true })),
  };
  assert.deepEqual(await readFeed(large, source, failing), {
    failure: `The document of ${sizeOf(large.length)} could not be read: it took longer than 10 s.`,
  });
});

test('content after ten thousand items is not parsed', () => {
  const result = parseFeed(rss(`${'<item><guid>1</guid></item>'.repeat(10_002)}<item><never ends`), source);
  assert.ok('feed' in result);
  assert.deepEqual(result.feed.repairs, [
    'only the first 10,000 items are read',
    'repeated items are left out',
  ]);
});
