import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFilesPlace } from './place.ts';

test('processes that share a folder or a bucket get the same name for the place, and others another one', async t => {
  const folders = await Promise.all(['a', 'b'].map(name => mkdtemp(join(tmpdir(), `place-${name}-`))));
  t.after(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))));
  const inFolder = (data_dir: string) => findFilesPlace({ data_dir, files_url: undefined });
  const [one, same, other] = await Promise.all([folders[0]!, folders[0]!, folders[1]!].map(inFolder));
  assert.equal(one, same);
  assert.notEqual(one, other);
  const inBucket = (files_url: string) => findFilesPlace({ data_dir: folders[0]!, files_url });
  const bucket = await inBucket('s3://KEY:SECRET@s3.example.org/files?region=eu-1');
  assert.equal(bucket, await inBucket('s3://KEY2:SECRET2@s3.example.org/files?region=eu-1'));
  assert.doesNotMatch(bucket, /KEY|SECRET/);
  await writeFile(join(folders[0]!, 'file'), '');
  assert.equal(await inFolder(join(folders[0]!, 'file')), '', 'a folder that cannot be made');
});
