import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProgram } from '../platform/root.ts';
import { startProcess } from '../testing/processes.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';

const backup = inProgram('src/backups/releases/development-0041.tar.zst');

// PostgreSQL fails in a different way each time: while the database is set up, while it starts, or while rows are written.
for (const megabytes of [12, 20, 44, 52])
  test(`a restore on a disk of ${megabytes} MB says only that the disk is full`, async t => {
    const disk = mountSmallDisk(megabytes);
    if (disk === undefined) return t.skip('a disk can only be mounted by root');
    t.after(() => disk.remove());
    await using restore = await startProcess(
      ['restore', backup],
      { DATA_DIR: disk.folder, DATABASE_URL: '' },
      /the disk( of the database)? is full.*Free some space/i,
    );
    assert.doesNotMatch(restore.printed(), /DATABASE_URL|^ {4}at /m);
  });
