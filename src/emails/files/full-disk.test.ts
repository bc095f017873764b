import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { startTestService } from '../../testing/postrider.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';

test('an upload that does not fit on the disk gets 507 and leaves nothing behind', async t => {
  const disk = mountSmallDisk(1);
  if (disk === undefined) return t.skip('a disk can only be mounted by root');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = disk.folder; // where a test's service stores its files
  const service = await startTestService();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  t.after(async () => {
    await service.stop();
    disk.remove();
  });
  const upload = (bytes: number) =>
    service.upload('/v1/attachments', [
      { name: 'file', filename: 'a.txt', type: 'text/plain', value: Buffer.alloc(bytes, 'a') },
    ]);
  const { status, body } = await upload(2_000_000);
  assert.deepEqual([status, body.code], [507, 'storage_full']);
  assert.match(body.detail, /^The disk for uploaded files is full.*Free some space/);
  assert.deepEqual(filesIn(disk.folder), []);
  assert.equal((await service.api('GET', '/v1/attachments')).body.count, 0);
  assert.equal((await upload(500_000)).status, 201);
  assert.equal(filesIn(disk.folder).length, 1);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name);
}
