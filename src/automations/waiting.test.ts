import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../platform/log.ts';
import { openTransport } from '../platform/mail/transport.ts';
import { addSubscribers } from '../testing/audience.ts';
import { rss } from '../testing/feed-server.ts';
import { openFeedStage } from '../testing/feed-stage.ts';
import { tellOfWaiting } from './tell-waiting.ts';

test('an automation’s email that needs approval waits as a draft, and the owner is told', async () => {
  await using closing = new AsyncDisposableStack();
  const stage = await openFeedStage();
  closing.defer(() => stage.close());
  const { service } = stage;
  await addSubscribers(service.db, service.newsletter, 3);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { approval_threshold: 2 });
  stage.feeds.put('/feed.xml', rss([]));
  const { id } = await stage.follow('/feed.xml', { behavior: 'emails' });
  const date = stage.now().toISOString();
  stage.feeds.put('/feed.xml', rss([{ title: 'News', link: 'https://log.example/1', guid: '1', date }]));
  const run = await service.api('POST', `/v1/automations/${id}/run`, {});
  const { body } = await service.api('GET', `/v1/emails/${run.body.email_ids[0]}`);
  assert.deepEqual([body.status, body.approval.state, body.approval.count], ['draft', 'requested', 3]);

  const transport = openTransport(service.sink.url, { connections: 1 });
  closing.defer(() => transport.close());
  const { db, vault } = service;
  await tellOfWaiting(
    { db, vault, transport, clock: stage.now, log: createLog('silent'), base_url: 'https://n.example' },
    body.id,
  );
  assert.match(service.sink.accepted[0]?.source ?? '', /^Subject: An email of Test waits for you: News\r$/m);
});
