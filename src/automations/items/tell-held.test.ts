import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createLog } from '../../platform/log.ts';
import type { HandOver } from '../../platform/mail/smtp/transport.ts';
import { type Post, rss } from '../../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../../testing/feed-stage.ts';
import { openOutbox } from '../../testing/letters.ts';
import { printHeld, tellRound } from './tell-held.ts';

let stage: FeedStage;
let context: Parameters<typeof tellRound>[0];
let outbox: ReturnType<typeof openOutbox>;
let status: HandOver['status'] = 'accepted';
before(async () => {
  stage = await openFeedStage();
  const clock = stage.now;
  context = { db: stage.service.db, clock, base_url: 'https://news.example' };
  const setting = { printers: { tell_held: printHeld(context) }, clock, log: createLog('silent') };
  outbox = openOutbox(stage.service, setting, () => ({ status, reply: 'as set' }));
});
after(() => stage.close());

const post = (name: string, at: number, days: number): Post => ({
  title: name,
  link: `https://log.example/${at}`,
  guid: name,
  date: new Date(stage.now().getTime() - days * 86_400_000).toISOString(),
});
const messages = () => outbox.mails;

test('an automation shows its held items, and the owner is told once a day by one worker', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => post(`p${at}`, at, at));
  stage.feeds.put('/feed.xml', rss(ten));
  const { id } = await stage.follow('/feed.xml', { behavior: 'draft' });
  const run = () => stage.service.api('POST', `/v1/automations/${id}/run`, {});
  assert.equal(await tellRound(context), 0);
  const old = [post('ancient', 20, 700), post('older', 21, 701)];
  stage.feeds.put('/feed.xml', rss([...old, ...ten]));
  await run();
  const shown = await stage.get(id);
  assert.equal(shown.held_count, 2);
  assert.deepEqual(shown.held_reasons, [
    {
      reason: 'It is dated before the items the feed had before.',
      reason_sentence: { code: 'items.dated_before', values: {} },
      count: 2,
    },
  ]);
  assert.deepEqual(await stage.subjects(id), []);
  const { body: events } = await stage.service.api(
    'GET',
    `/v1/events?event_type=automation.item.held&automation_id=${id}`,
  );
  assert.equal(events.count, 2);

  const told = await Promise.all([tellRound(context), tellRound(context), tellRound(context)]);
  assert.equal(
    told.reduce((sum, one) => sum + one),
    1,
  );
  await outbox.deliver();
  const [mail] = messages();
  assert.equal(messages().length, 1);
  const text = mail?.source ?? '';
  assert.match(text, /^Subject: 2 items of Test wait for your decision\r$/m);
  assert.match(text.replace(/=\r\n/g, ''), /It is dated before the items the feed had before\. \(2 items\)/);
  assert.ok(text.replace(/=\r\n/g, '').includes(`/v1/automations/${id}/items?status=3Dheld`));

  // Another item is held within the day: nothing is mailed before the day is over.
  stage.pass(60);
  const more = [post('oldest', 22, 800), post('oldest of all', 23, 801)];
  stage.feeds.put('/feed.xml', rss([...more, ...old, ...ten]));
  await run();
  assert.equal(await tellRound(context), 0);
  stage.pass(23 * 60);
  assert.equal(await tellRound(context), 1);
  await outbox.deliver();
  assert.match(messages()[1]?.source ?? '', /^Subject: 4 items of Test/m);
  stage.pass(48 * 60);
  assert.equal(await tellRound(context), 0, 'the owner is not told again about the same items');
});

test('while the mail server is down the letter to the owner waits', async () => {
  const { db } = stage.service;
  await db.updateTable('automation_notices').set({ told_date: null }).execute();
  assert.equal(await tellRound(context), 1);
  status = 'unreachable';
  await assert.rejects(outbox.deliver(), /not been sent yet/);
  status = 'accepted';
  await db.updateTable('letters').set({ work_date: sql`now()` }).execute();
  const before = messages().length;
  await outbox.deliver();
  assert.equal(messages().length, before + 1);
});

test('twelve short posts between two polls are mailed if that is the feed’s usual pace, and otherwise held', async () => {
  for (const [pace, mailed] of [
    [3, 12],
    [300, 10],
  ] as const) {
    const path = `/pace-${pace}.xml`;
    const at = (minutes: number) => new Date(stage.now().getTime() - minutes * 60_000).toISOString();
    const short = (name: string, minutes: number): Post => ({
      title: '',
      link: `https://log.example/${pace}/${name}`,
      guid: `${pace}-${name}`,
      date: at(minutes),
      content: `<p>${name}</p>`,
    });
    const before = Array.from({ length: 30 }, (_, number) => short(`b${number}`, number * pace));
    stage.feeds.put(path, rss(before));
    const { id } = await stage.follow(path, { subject: 'Short' });
    stage.pass(32);
    const twelve = Array.from({ length: 12 }, (_, number) => short(`n${number}`, number * 2));
    stage.feeds.put(path, rss([...twelve, ...before]));
    await stage.round();
    assert.equal((await stage.subjects(id)).length, mailed);
    assert.equal((await stage.get(id)).held_count, 12 - mailed);
  }
});
