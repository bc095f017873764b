import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openFeedServer } from '../../src/testing/feed-server.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { pngOf } from '../../src/testing/pictures.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';
import { testSecretKey } from '../../src/testing/vault.ts';

const people = 30_000;
let service: TestService;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-import-'));
  service = await startTestService();
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process with all roles on the service's database, with its own folder for files. */
async function startOn(): Promise<RunningProcess & { url: string }> {
  const port = await freePort();
  const running = await startProcess(
    ['serve'],
    {
      DATABASE_URL: service.database_url,
      SECRET_KEY: testSecretKey,
      DATA_DIR: folder,
      PORT: String(port),
      BASE_URL: 'http://news.example',
      RATE_LIMIT: '1000000',
      SMTP_URL: '',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
    /http:\/\/\S+/,
  );
  return Object.assign(running, { url: `http://127.0.0.1:${port}` });
}

type State = {
  id: string;
  key: number;
  status: string;
  status_reason: string;
  done_count: number;
  people_done: number;
  removed_count: number;
  report: { counts: Record<string, number> };
};
async function lookUp(): Promise<State> {
  const { rows } = await sql<State>`select * from imports order by key desc limit 1`.execute(service.db);
  return rows[0]!;
}

const reach = (what: string, isThere: (state: State) => boolean) =>
  until(what, async () => {
    const state = await lookUp();
    return isThere(state) && state;
  });

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from subscribers) as subscribers,
      (select count(*) from events where event_type = 'subscriber.created') as created,
      (select count(distinct subscriber_id) from events where event_type = 'subscriber.created') as distinctly,
      (select count(*) from events where event_type = 'subscriber.deleted') as deleted,
      (select count(*) from import_lines where outcome = 'refused') as refused`.execute(service.db);
  return rows[0]!;
}

test('kill −9 while an import is read, applied and undone leaves nothing half done and nobody twice', async () => {
  // A person being created blocks the last batch, and later a person being changed blocks the undo of the first.
  const creation = await service.db.startTransaction().execute();
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    values (gen_random_uuid(), ${service.newsletter.key}, 'p25000@example.org', 'p25000@example.org', 'regular', 'api')`.execute(
    creation,
  );
  const first = await startOn();
  const lines = Array.from({ length: people }, (_, n) => `p${n}@example.org,"T${n % 5}, U",Town ${n % 50}`);
  const csv = ['Email,Tags,City', 'no address,,', ...lines].join('\n');
  const key = await service.keyWith({ subscribers: 'write', settings: 'write', emails: 'write' });
  const response = await fetch(`${first.url}/v1/imports?dry_run=false&file_name=people.csv`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/csv' },
    body: csv,
  });
  assert.equal(response.status, 201, await response.text());
  await reach('it is being read', ({ status }) => status !== 'not_started');
  await first.end('SIGKILL');
  assert.equal((await counts()).subscribers, (await lookUp()).people_done);

  const second = await startOn();
  await reach('two batches are in', ({ people_done }) => people_done === 20_000);
  await second.end('SIGKILL');
  assert.equal((await counts()).subscribers, 20_000);
  await creation.rollback().execute();

  await using third = await startOn();
  const ended = await reach('it has ended', ({ status }) => ['succeeded', 'failed'].includes(status));
  assert.equal(ended.status, 'succeeded', ended.status_reason);
  assert.deepEqual([ended.report.counts.created, ended.report.counts.refused], [people, 1]);
  assert.deepEqual(await counts(), {
    subscribers: people,
    created: people,
    distinctly: people,
    deleted: 0,
    refused: 1,
  });
  await until('the file is deleted', async () => {
    const left = await readdir(join(folder, 'files', 'imports')).catch((): string[] => []);
    return left.length === 0;
  });

  const change = await service.db.startTransaction().execute();
  await sql`select from subscribers where email_address = 'p5@example.org' for update`.execute(change);
  await fetch(`${third.url}/v1/imports/${ended.id}/undo`, { method: 'POST', headers: key });
  await reach('all but the first batch are gone', ({ removed_count }) => removed_count === 20_000);
  await third.end('SIGKILL');
  const left = await counts();
  assert.deepEqual([left.subscribers, left.deleted], [10_000, 20_000]);
  await change.rollback().execute();
  await using fourth = await startOn();
  assert.ok(fourth);
  const undone = await reach('it is undone', ({ status }) => ['undone', 'failed'].includes(status));
  assert.equal(undone.status, 'undone', undone.status_reason);
  const { subscribers, deleted } = await counts();
  assert.deepEqual({ subscribers, deleted }, { subscribers: 0, deleted: people });
  assert.equal(undone.report.counts.removed, people);
});

test('kill −9 while past issues are imported with their pictures leaves each of them once', async () => {
  const site = await openFeedServer();
  const first = await startOn();
  try {
    const numbers = [1, 2, 3, 4];
    for (const n of numbers) site.put(`/${n}.png`, { body: pngOf(`${n}`) });
    let isAsked = false;
    site.put('/3.png', () => {
      isAsked = true; // the request is never answered
    });
    const posts = numbers.map(n => ({
      id: `${n}`,
      title: `Post ${n}`,
      slug: `post-${n}`,
      type: 'post',
      status: 'published',
      html: `<p><img src="${site.url}/${n}.png"></p>`,
      published_at: '2023-01-02T03:04:05.000Z',
    }));
    const key = await service.keyWith({ subscribers: 'write', settings: 'write', emails: 'write' });
    const response = await fetch(`${first.url}/v1/imports?dry_run=false&fetch_images=true`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify({ db: [{ data: { posts } }] }),
    });
    assert.equal(response.status, 201, await response.text());
    await until('the third picture is asked for', async () => isAsked);
    await first.end('SIGKILL');
    const half = await issues();
    assert.deepEqual([half.emails, half.noted, half.files], [2, 2, 2]);
    site.put('/3.png', { body: pngOf('3') });
    await using second = await startOn();
    assert.ok(second);
    const ended = await reach('it has ended', ({ status }) => ['succeeded', 'failed'].includes(status));
    assert.equal(ended.status, 'succeeded', ended.status_reason);
    assert.deepEqual(await issues(), { emails: 4, noted: 4, files: 4, copied: 4 });
  } finally {
    await first.end('SIGKILL');
    await site.close();
  }
});

async function issues() {
  const { rows } = await sql<Record<'emails' | 'noted' | 'files' | 'copied', number>>`
    select (select count(*) from emails where status = 'imported') as emails, (select count(*) from import_issues) as noted,
      (select count(*) from files) as files, (select count(*) from import_files) as copied`.execute(
    service.db,
  );
  return rows[0]!;
}
