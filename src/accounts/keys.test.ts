import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectDatabase } from '../platform/database/connect.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { listKeys, revokeKeyRow } from './key-queries.ts';
import { createKey, findCaller } from './keys.ts';
import { permissionsSchema } from './permissions.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const permissions = permissionsSchema.parse({ emails: 'read' });

test('only the SHA-256 of a key is stored', async () => {
  const { id, secret } = await createKey(service.db, service.newsletter, { name: 'hidden', permissions });
  assert.match(secret, /^pr_[\w-]{43}$/);
  const stored = JSON.stringify(await readContents(service.db));
  for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
    assert.ok(!stored.includes(form));
  }
  const { hash } = (await listKeys(service.db)).find(key => key.id === id)!;
  assert.equal(hash.length, 32);
});

test('keys are listed oldest first with their newsletter and state', async () => {
  const expiry_date = '2030-01-01T00:00:00.000Z';
  const made = await createKey(service.db, service.newsletter, { name: 'listed', permissions, expiry_date });
  assert.ok(await revokeKeyRow(service.db, made.id));
  assert.ok(!(await revokeKeyRow(service.db, made.id)), 'revoked before');
  const keys = await listKeys(service.db);
  assert.equal(keys[0]!.name, 'first key');
  const { username, name, expiry_date: expiry, revocation_date } = keys.find(key => key.id === made.id)!;
  assert.deepEqual([username, name, expiry], ['test', 'listed', expiry_date]);
  assert.ok(Date.parse(revocation_date!) <= Date.now());
});

test('a permission missing from a stored key is not granted', async () => {
  const { id, secret } = await createKey(service.db, service.newsletter, { name: 'older', permissions });
  await service.db
    .updateTable('api_keys')
    .set({ permissions: '{"emails":"write"}' })
    .where('id', '=', id)
    .execute();
  const caller = await findCaller(service.db, `Token ${secret}`);
  assert.deepEqual(caller.permissions, permissionsSchema.parse({ emails: 'write' }));
  assert.equal(caller.permissions.settings, 'none');
});

test('when a key expires, or one process changes or revokes it, all processes know at the next request', async () => {
  const { id, secret } = await createKey(service.db, service.newsletter, { name: 'shared', permissions });
  await using elsewhere = connectDatabase(service.database_url, { size: 1, on_error: () => {} });
  const call = () => findCaller(elsewhere, `Token ${secret}`);
  const change = (values: object) =>
    service.db.updateTable('api_keys').set(values).where('id', '=', id).execute();
  await call();
  assert.equal((await call()).permissions.subscribers, 'none');
  await change({ permissions: '{"subscribers":"write"}' });
  assert.equal((await call()).permissions.subscribers, 'write');
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'Renamed' });
  assert.equal((await call()).newsletter.name, 'Renamed');
  await change({ expiry_date: '2020-01-01T00:00:00Z' });
  await assert.rejects(call(), { code: 'authentication_invalid' });
  await change({ expiry_date: null });
  await call();
  await service.api('DELETE', `/v1/api_keys/${id}`);
  await assert.rejects(call(), { code: 'authentication_invalid' });
});
