import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { signStamp, signTarget } from '../../links/tracked.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { execute, withDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { startProcess } from '../../testing/processes.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies, recount } from '../ledger/counts.ts';
import { numberLinks } from './email-links.ts';
import type { NewHit } from './hit.ts';
import { openIntake } from './intake.ts';
import { writeHits } from './write-hits.ts';

const recipients = 1000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const log = createLog('silent');

let service: TestService;
before(async () => {
  service = await startTestService();
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    track_opens: true,
    track_clicks: true,
  });
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), [], 'the stored counts match the rows');
  } finally {
    await service.stop();
  }
});

let number = 0;
/** Adds an email that everybody got an hour ago. */
async function makeEmail(): Promise<{ id: string; key: number; first: number }> {
  number += 1;
  const { id } = (await service.api('POST', '/v1/emails', { subject: `Email ${number}`, status: 'draft' }))
    .body;
  const { rows } = await sql<{
    key: number;
  }>`update emails set status = 'sent' where id = ${id} returning key`.execute(service.db);
  const { key } = rows[0]!;
  await sql`insert into deliveries (email_key, subscriber_key, status, status_date)
    select ${key}, key, 'accepted', now() - interval '1 hour' from subscribers`.execute(service.db);
  const first = (await sql<{ first: number }>`select min(key) as first from subscribers`.execute(service.db))
    .rows[0]!.first;
  for (let at = 0; at < recipients; at += 100)
    await service.db
      .insertInto('delivery_chunks')
      .values({ email_key: key, first_key: first + at, last_key: first + at + 99, next_attempt_date: null })
      .execute();
  await recount(service.db);
  return { id, key, first };
}

function openOf(email_key: number, subscriber_key: number): NewHit {
  return {
    email_key,
    subscriber_key,
    id: newId(),
    kind: 'open',
    link_number: null,
    date: new Date().toISOString(),
    method: 'GET',
    agent: firefox,
    network: '203.0.113.0/24',
    accept: '*/*',
    purpose: '',
  };
}

const opensOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}/analytics`)).body.opens;

test('concurrent hits of a thousand readers are all recorded, and each reader counts once', async () => {
  const { id, key, first } = await makeEmail();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'postrider-hits-'));
  const intake = openIntake({ db: service.db, log, spool_dir: folder.path });
  for (let round = 0; round < 2; round += 1)
    for (let at = 0; at < recipients; at += 1) void intake.take(openOf(key, first + at));
  await intake.stop();
  assert.deepEqual(await readdir(folder.path), [], 'nothing stays on the disk');
  assert.equal(await opensOf(id), recipients);
  const { count } = await service.db
    .selectFrom('hits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_key', '=', key)
    .executeTakeFirstOrThrow();
  assert.equal(count, 2 * recipients);
});

test('several processes that record hits of the same readers count each reader once', async () => {
  const { id, key, first } = await makeEmail();
  const batch = (step: number) =>
    Array.from({ length: 200 }, (_, at) => openOf(key, first + ((at * step) % recipients)));
  await Promise.all([7, 11, 13, 17, 993, 989].map(step => writeHits(service.db, batch(step))));
  const { rows } = await sql<{
    readers: number;
  }>`select count(distinct subscriber_key) as readers from hits where email_key = ${key}`.execute(service.db);
  assert.equal(await opensOf(id), rows[0]!.readers);
});

test('a hit that PostgreSQL refuses does not stop the others from being recorded', async () => {
  const { id, key, first } = await makeEmail();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'postrider-hits-'));
  const intake = openIntake({ db: service.db, log, spool_dir: folder.path });
  for (let at = 0; at < 150; at += 1) {
    const hit = openOf(key, first + at);
    void intake.take(at === 77 ? { ...hit, agent: 'with a \0' } : hit);
  }
  await intake.stop();
  assert.equal(await opensOf(id), 149);
});

/** Runs `work` while the database cannot be reached. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = new URL(service.database_url.replace(/\?.*/, '')).pathname.slice(1);
  const server = withDatabase(service.database_url, 'postgres');
  const setOpen = (open: boolean) => execute(server, `alter database ${name} with allow_connections ${open}`);
  await setOpen(false);
  try {
    await execute(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await work();
  } finally {
    await setOpen(true);
  }
}

const ask = (path: string) =>
  fetch(service.url + path, { redirect: 'manual', headers: { 'user-agent': firefox } });

test('while PostgreSQL is down nothing is refused, and nothing is lost once it is back', async () => {
  const { id, key, first } = await makeEmail();
  const secret = service.secret;
  await withoutDatabase(async () => {
    for (let at = 0; at < 300; at += 1) {
      const stamp = signStamp(secret, { email_key: key, subscriber_key: first + at });
      assert.equal((await ask(`/o/${stamp}.gif`)).status, 200);
    }
  });
  await until('all of them written', async () => (await opensOf(id)) === 300);
});

test('a click whose link is not in memory waits while the database is down, and gets an error if that takes too long', async () => {
  const { key, first } = await makeEmail();
  const secret = service.secret;
  const url = 'https://one.example/';
  await numberLinks(service.db, key, 'https://canary.example/', [url]);
  const path = `/c/${signStamp(secret, { email_key: key, subscriber_key: first })}${signTarget(secret, key, 1, url)}`;
  let waiting: Promise<Response> | undefined;
  await withoutDatabase(async () => {
    const late = await ask(path);
    assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '5']);
    assert.match(await late.text(), /<h1>One moment, please<\/h1>/);
    waiting = ask(path);
  });
  const { status, headers } = await waiting!;
  assert.deepEqual([status, headers.get('location')], [302, url]);
});

test('kill −9 loses no hit that was answered, whether or not it reached the database, and counts none twice', async () => {
  const { id, key, first } = await makeEmail();
  await using data = await mkdtempDisposable(join(tmpdir(), 'postrider-hits-'));
  const spool_dir = join(data.path, 'hits');
  const port = await freePort();
  const env = {
    DATABASE_URL: service.database_url,
    DATA_DIR: data.path,
    ROLE: 'api',
    PORT: String(port),
    SMTP_URL: service.config.SMTP_URL!,
  };
  await using child = await startProcess(['serve'], env, /ready/i);
  const openUpTo = async (count: number) => {
    for (; opened < count; opened += 1) {
      const stamp = signStamp(service.secret, { email_key: key, subscriber_key: first + opened });
      const headers = { 'user-agent': firefox };
      assert.equal((await fetch(`http://127.0.0.1:${port}/o/${stamp}.gif`, { headers })).status, 200);
    }
  };
  let opened = 0;
  await openUpTo(20);
  // The writer of hits now waits, as it would wait for a slow database.
  await service.db.transaction().execute(async trx => {
    await sql`lock table hits in exclusive mode`.execute(trx);
    await openUpTo(100);
    await child.end('SIGKILL');
  });
  const [left, ...others] = await readdir(spool_dir);
  assert.ok(left && others.length === 0, 'a file was left behind');
  // This line was cut off when the machine crashed.
  await appendFile(join(spool_dir, left), '123 {"email_key":');
  // The files look as if the process had died a minute ago.
  const earlier = Date.now() / 1000 - 60;
  await utimes(join(spool_dir, left), earlier, earlier);
  const heirs = [1, 2].map(() => openIntake({ db: service.db, log, spool_dir }));
  try {
    await until('all of them written', async () => (await opensOf(id)) === 100);
  } finally {
    for (const heir of heirs) await heir.stop();
  }
  const { rows } = await sql<{ hits: number; readers: number }>`
    select count(*) as hits, count(distinct subscriber_key) as readers from hits where email_key = ${key}`.execute(
    service.db,
  );
  assert.deepEqual(rows, [{ hits: 100, readers: 100 }]);
  assert.deepEqual(await readdir(spool_dir), [], 'nothing stays on the disk');
});

test('hits that cannot be written to the disk are in the database before they are answered', async () => {
  const { id, key, first } = await makeEmail();
  await using data = await mkdtempDisposable(join(tmpdir(), 'postrider-hits-'));
  const occupied = join(data.path, 'hits');
  await writeFile(occupied, 'a file, where the folder should be');
  const intake = openIntake({ db: service.db, log, spool_dir: occupied });
  try {
    await Promise.all(Array.from({ length: 50 }, (_, at) => intake.take(openOf(key, first + at))));
    assert.equal(await opensOf(id), 50);
  } finally {
    await intake.stop();
  }
});
