import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { putInPlace } from './dashboard.ts';

let folder: string;
let place: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-builds-'));
  place = join(folder, 'dist');
});
beforeEach(() => rm(place, { recursive: true, force: true }));
after(() => rm(folder, { recursive: true, force: true }));

async function build(name: string, stamp: string): Promise<string> {
  const fresh = join(folder, name);
  await mkdir(fresh);
  await writeFile(join(fresh, 'stamp'), stamp);
  await writeFile(join(fresh, 'index.html'), name);
  return fresh;
}
const page = () => readFile(join(place, 'index.html'), 'utf8');

test('of the builds of several starts the first is put in place, and no later build of the same sources replaces it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const builds = await Promise.all(
      Array.from({ length: 6 }, (_, at) => build(`dist-${round}-${at}`, 'these')),
    );
    const seen = await Promise.all(builds.map(fresh => putInPlace(fresh, place).then(page)));
    assert.deepEqual([...new Set([...seen, await page()])], [seen[0]]);
    await rm(place, { recursive: true });
  }
});

test('a build of changed sources replaces the one before, even if several starts do so at once', async () => {
  await putInPlace(await build('dist-before', 'former'), place);
  const builds = await Promise.all(Array.from({ length: 6 }, (_, at) => build(`dist-${at}`, 'present')));
  await Promise.all(builds.map(fresh => putInPlace(fresh, place)));
  assert.match(await page(), /^dist-\d$/);
  const left = (await readdir(folder)).filter(name => name.endsWith('-old'));
  assert.deepEqual(left, []);
});
