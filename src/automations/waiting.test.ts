import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../platform/log.ts';
import { addSubscribers } from '../testing/audience.ts';
import { rss } from '../testing/feed-server.ts';
import { openFeedStage } from '../testing/feed-stage.ts';
import { openOutbox } from '../testing/letters.ts';
import { printWaiting } from './tell-waiting.ts';

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

  const printers = {
    tell_waiting: printWaiting({ db: service.db, clock: stage.now, base_url: 'https://n.example' }),
  };
  const setting = { printers, clock: stage.now, log: createLog('silent') };
  const { deliver, mails } = openOutbox(service, setting, () => ({ status: 'accepted', reply: '250 ok' }));
  await deliver();
  assert.match(mails[0]?.source ?? '', /^Subject: An email of Test waits for you: News\r$/m);
});
