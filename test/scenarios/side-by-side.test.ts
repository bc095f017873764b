import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeMigration } from '../../src/platform/database/migrations.ts';
import { runMigration } from '../../src/platform/database/run-migration.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { type FeedServer, openFeedServer, rss } from '../../src/testing/feed-server.ts';
import { ledgerOf, untilStatus } from '../../src/testing/ledger.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
let feeds: FeedServer;
const recipients = 1500;
before(async () => {
  service = await startTestService();
  feeds = await openFeedServer();
  feeds.put('/feed.xml', rss([]));
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(async () => {
  await feeds.close();
  await service.stop();
});

test('while a newer version adds columns to every table, this one continues sending, starts again, and leaves out or doubles nobody', async () => {
  const { db, sink } = service;
  sink.treat = () => ({ before_dot: sleep(20) });
  await useApi('before');
  await using first = await startWorker();
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Side by side', body: 'Hello' });
  await until('mail goes out', async () => sink.accepted.length > 100);
  const tables = await listTables();
  assert.ok(tables.length > 100);
  for (const table of tables) {
    const text = `alter table ${table} add column added_later text not null default 'new'`;
    assert.equal(await runMigration(db, describeMigration(`9999-${table}`, text)), 'ran');
  }
  assert.ok(sink.accepted.length < recipients, 'it still sends');
  await useApi('after');
  const sent = sink.accepted.length;
  await until('it continues', async () => sink.accepted.length > Math.min(sent + 100, recipients - 1));
  assert.equal(await first.end('SIGTERM'), 0);

  await using second = await startWorker();
  const smaller = describeMigration(
    '9999-smaller',
    '-- Contracts: added_later\nalter table tags drop column added_later',
  );
  assert.equal(await runMigration(db, smaller), 'waits');
  sink.treat = () => ({});
  await untilStatus(service, body.id, 'sent');
  assert.deepEqual(await ledgerOf(db, body.id), { accepted: recipients });
  assert.equal(sink.accepted.length, recipients);
  assert.equal(new Set(sink.accepted.map(({ to }) => to)).size, recipients);
  assert.equal(await second.end('SIGTERM'), 0);
  for (const worker of [first, second]) assert.doesNotMatch(worker.printed(), /WARN|ERROR|cached plan/);

  assert.equal(await runMigration(db, smaller), 'ran');
  await assert.rejects(startWorker(), /lacks the migration 9999-smaller/);
});

function startWorker(): Promise<RunningProcess> {
  const env = { ROLE: 'worker', DATABASE_URL: service.database_url, SMTP_URL: service.sink.url };
  return startProcess(['serve'], env, /worker is running/);
}

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and relname not like 'kysely%' order by relname`.execute(
    service.db,
  );
  return rows.map(({ relname }) => relname);
}

/** Makes, reads, changes and removes things, so that each statement has been prepared on the connection before. */
async function useApi(when: string): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await service.api(method, path, body);
    assert.ok(answer.status < 300, `${when} ${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const tag = await ask('POST', '/v1/tags', { name: `Tag ${when}` });
  await ask('GET', `/v1/tags/${tag.id}`);
  const address = `${when}@example.org`;
  const person = await ask('POST', '/v1/subscribers', {
    email_address: address,
    type: 'unactivated',
    tags: [tag.id],
  });
  await ask('PATCH', `/v1/subscribers/${person.id}`, { notes: 'Hello' });
  await ask('GET', `/v1/subscribers/${address}`);
  const draft = await ask('POST', '/v1/emails', { subject: when, body: 'Hello', status: 'draft' });
  await ask('PATCH', `/v1/emails/${draft.id}`, { subject: `${when} again` });
  for (const list of ['emails', 'subscribers', 'tags', 'newsletters', 'automations', 'webhooks', 'events'])
    await ask('GET', `/v1/${list}`);
  const webhook = await ask('POST', '/v1/webhooks', { url: 'https://example.org/hook' });
  const automation = await ask('POST', '/v1/automations', {
    name: when,
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    subject: 'News',
    body: 'Hi',
    cadence: 'daily',
    cadence_metadata: { time: '09:00' },
  });
  for (const path of [`webhooks/${webhook.id}`, `automations/${automation.id}`, `emails/${draft.id}`])
    await ask('DELETE', `/v1/${path}`);
}
