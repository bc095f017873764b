import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../testing/postrider.ts';

/** A folder on a separate disk of one megabyte; undefined if this user cannot mount one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'postrider-small', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

test('an upload that does not fit on the disk gets 507 and leaves nothing behind', async t => {
  const disk = mountSmallDisk();
  if (disk === undefined) return t.skip('a disk can only be mounted by root');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = disk; // where a test's service stores its files
  const service = await startTestService();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  t.after(async () => {
    await service.stop();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  const upload = (bytes: number) =>
    service.upload('/v1/attachments', [
      { name: 'file', filename: 'a.txt', type: 'text/plain', value: Buffer.alloc(bytes, 'a') },
    ]);
  const { status, body } = await upload(2_000_000);
  assert.deepEqual([status, body.code], [507, 'storage_full']);
  assert.match(body.detail, /^The disk for uploaded files is full.*Free some space/);
  assert.deepEqual(filesIn(disk), []);
  assert.equal((await service.api('GET', '/v1/attachments')).body.count, 0);
  assert.equal((await upload(500_000)).status, 201);
  assert.equal(filesIn(disk).length, 1);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name);
}
