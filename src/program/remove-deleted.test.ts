import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { leaseChunk } from '../delivery/ledger/chunks.ts';
import { unsubscribeAddress } from '../links/unsubscribe.ts';
import { readContents } from '../testing/contents.ts';
import { mailTo, type TestReader } from '../testing/deliveries.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { removeDeletedNewsletter } from './remove-deleted.ts';

let service: TestService;
/** The service as the owner of another newsletter uses it. */
let other: TestService;
let id: string;
before(async () => {
  service = await startTestService();
  const headers = await service.foreignKey();
  const as = (given = {}) => ({ ...headers, ...given });
  other = {
    ...service,
    api: (method, path, body, given) => service.api(method, path, body, as(given)),
    upload: (path, parts, given) => service.upload(path, parts, as(given)),
  };
  id = (await other.api('GET', '/v1/newsletters')).body.results[0].id;
});
after(() => service.stop());

/** Adds something to each table with rows of a newsletter. */
async function fill(): Promise<TestReader> {
  const [reader] = await mailTo(other, 7);
  const { email_key, subscriber_key } = reader!;
  const { newsletter_key } = await service.db
    .selectFrom('emails')
    .select('newsletter_key')
    .where('key', '=', email_key)
    .executeTakeFirstOrThrow();
  await other.api('POST', '/v1/tags', { name: 'a' });
  await other.api('POST', '/v1/snippets', { name: 'a', identifier: 'a', content: 'a' });
  await other.api('POST', '/v1/bulk_actions', { type: 'delete_subscribers', metadata: { ids: ['x', 'y'] } });
  await other.upload('/v1/attachments', [{ name: 'file', filename: 'a.txt', value: 'a' }]);
  await sql`update deliveries set status = 'temporary' where email_key = ${email_key}`.execute(service.db);
  await sql`
    update delivery_chunks set accepted = 0, temporary = 7, retry_date = now(), next_attempt_date = now()
    where email_key = ${email_key}`.execute(service.db);
  await sql`insert into suppressions (newsletter_key, address_hash) values (${newsletter_key}, 'a')`.execute(
    service.db,
  );
  await sql`
    insert into hits select ${email_key}, ${subscriber_key}, gen_random_uuid(), 'open', null, now(), 1, 'GET', '', '', '', '', 'human', '{}', '', 1
    from generate_series(1, 7)`.execute(service.db);
  await sql`
    insert into feedback (id, newsletter_key, email_key, subscriber_key, kind, source, report_hash, creation_date)
    values (gen_random_uuid(), ${newsletter_key}, ${email_key}, ${subscriber_key}, 'soft', 'smtp', 'a', now())`.execute(
    service.db,
  );
  return reader!;
}

test('a deleted newsletter disappears immediately, its rows are deleted in the background, and nothing is left', async () => {
  const { db, store } = service;
  const [mine] = await mailTo(service, 2);
  const { username } = (await other.api('GET', `/v1/newsletters/${id}`)).body;
  const before = await readContents(db);
  const reader = await fill();
  const file = await db.selectFrom('files').select('id').executeTakeFirstOrThrow();
  assert.equal((await other.api('DELETE', `/v1/newsletters/${id}`)).status, 204);

  assert.equal((await other.api('GET', '/v1/ping')).status, 401);
  assert.equal((await fetch(`${service.url}/${username}`)).status, 404);
  assert.equal((await fetch(`${service.url}/files/${file.id}/a.txt`)).status, 404);
  assert.equal(await leaseChunk(db, 30), undefined, 'nobody gets a retry');
  const owner = { subscriber_id: reader.subscriber.id, email_id: reader.email.id };
  const link = unsubscribeAddress(service.url, service.secret, owner);
  assert.equal(
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }))
      .status,
    200,
  );
  const again = await service.api('POST', '/v1/newsletters', { username, name: 'Again' });
  assert.equal(again.status, 201, 'its username is free again');
  assert.equal((await service.api('DELETE', `/v1/newsletters/${again.body.id}`)).status, 204);

  const removed: number[] = [];
  for (;;) {
    const count = await removeDeletedNewsletter(db, store, 3);
    if (count === 0) break;
    removed.push(count);
  }
  assert.ok(Math.max(...removed) <= 3, `batches of ${removed}`);
  const left = await readContents(db);
  // There are fewer keys and newsletters, and a letter that finds nobody.
  const others = ['public.newsletters', 'public.api_keys', 'public.tenants', 'public.letters'];
  for (const [table, rows] of Object.entries(before))
    if (!others.includes(table)) assert.deepEqual(left[table], rows, table);
  assert.equal(left['public.tenants']!.length, left['public.newsletters']!.length);
  await assert.rejects(store.getBytes(file.id), 'the bytes of its files are deleted too');
  assert.equal((await service.api('GET', `/v1/emails/${mine!.email.id}/deliveries`)).body.count, 2);
});
