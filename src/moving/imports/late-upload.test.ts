import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { test } from 'node:test';
import { createKey } from '../../accounts/keys.ts';
import { everything } from '../../accounts/permissions.ts';
import { startTestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

test('a file that is still being uploaded when its key is revoked is not imported, and is deleted', async t => {
  const time = { now: Date.now() };
  const service = await startTestService({ clock: () => new Date(time.now) });
  t.after(() => service.stop());
  const { db, newsletter, config, api, url } = service;
  const key = await createKey(db, newsletter, { name: 'importer', permissions: everything });
  const headers = { authorization: `Token ${key.secret}`, 'content-type': 'text/csv' };
  const status = Promise.withResolvers<number>();
  const upload = request(`${url}/v1/imports`, { method: 'POST', headers });
  upload.on('response', answer => status.resolve(answer.resume().statusCode!)).on('error', status.reject);
  upload.write('email\n');
  await until('the key is admitted', async () => {
    const { results } = (await api('GET', '/v1/api_keys')).body;
    return results.some((one: { id: string; last_used_date: string | null }) => {
      return one.id === key.id && one.last_used_date !== null;
    });
  });
  assert.equal((await api('DELETE', `/v1/api_keys/${key.id}`)).status, 204);
  time.now += 5_000;
  upload.end('ada@example.org\n');
  assert.equal(await status.promise, 401);
  assert.equal((await api('GET', '/v1/imports')).body.count, 0);
  const stored = await readdir(config.DATA_DIR, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    stored.filter(entry => entry.isFile() && entry.parentPath.includes('imports')),
    [],
  );
});
