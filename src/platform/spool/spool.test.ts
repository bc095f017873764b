import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSpool } from './spool.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'postrider-spool-'));
  t.after(() => folder.remove());
  return join(folder.path, 'spool');
}

/** Returns the time at which a process that has just died counts as dead. */
const later = () => Date.now() + 60_000;

test('records are read in order, and are the same until they are removed; then nothing of them stays', async t => {
  const folder = await makeFolder(t);
  const spool = openSpool<number>(folder);
  await spool.add([1, 2, 3]);
  await spool.add([4]);
  assert.deepEqual((await spool.read(3)).entries, [1, 2, 3]);
  assert.deepEqual((await spool.read(3)).entries, [1, 2, 3]);
  await spool.remove();
  assert.deepEqual((await spool.read(3)).entries, [4]);
  await spool.remove();
  const [file] = await readdir(folder);
  assert.equal((await stat(join(folder, file!))).size, 0);
  await spool.close();
  assert.deepEqual(await readdir(folder), []);
});

test('records that a process leaves behind are taken over by exactly one other process, and not while the first one lives', async t => {
  const folder = await makeFolder(t);
  const owner = openSpool<string>(folder);
  await owner.add(['one', 'two']);
  const heirs = [openSpool<string>(folder), openSpool<string>(folder)];
  const inherited = async () =>
    (await Promise.all(heirs.map(heir => heir.read(10)))).flatMap(({ entries }) => entries);
  await Promise.all(heirs.map(heir => heir.tend()));
  assert.deepEqual(await inherited(), []);
  await Promise.all(heirs.map(heir => heir.tend(later())));
  assert.deepEqual(await inherited(), ['one', 'two']);
  for (const heir of heirs) {
    await heir.remove();
    await heir.close();
  }
  assert.deepEqual(await readdir(folder), []);
  await owner.close();
});

test('a process that others took for dead goes on in another file', async t => {
  const folder = await makeFolder(t);
  const owner = openSpool<string>(folder);
  await owner.add(['early']);
  const heir = openSpool<string>(folder);
  await heir.tend(later());
  await heir.read(10);
  await heir.remove();
  await heir.close();
  await owner.tend(later()); // the process notices
  await owner.add(['late']);
  assert.equal((await readdir(folder)).length, 1);
  await owner.read(1);
  await owner.remove();
  assert.deepEqual((await owner.read(1)).entries, ['late']);
  await owner.close();
});

test('lines that a crash cut off or damaged are left out and the others are read', async t => {
  const folder = await makeFolder(t);
  const owner = openSpool<{ text: string }>(folder);
  await owner.add(['first', 'second', 'third'].map(text => ({ text: `the ${text} – ü` })));
  const [name] = await readdir(folder);
  const path = join(folder, name!);
  await owner.close();
  const lines = await readFile(path);
  lines[lines.indexOf('second')] = 'S'.charCodeAt(0);
  await writeFile(path, Buffer.concat([lines, Buffer.alloc(5000), Buffer.from('12 {"te')]));
  const heir = openSpool<{ text: string }>(folder);
  await heir.tend(later());
  const { entries, skipped } = await heir.read(10);
  assert.deepEqual(
    entries.map(({ text }) => text),
    ['the first – ü', 'the third – ü'],
  );
  assert.ok(skipped > 0);
  await heir.remove();
  const rest = await heir.read(10);
  assert.deepEqual([rest.entries, rest.skipped], [[], 5007]);
  await heir.remove();
  await heir.close();
  assert.deepEqual(await readdir(folder), []);
});

test('a file that grows large is followed by another, and deleted when its records are removed', async t => {
  const folder = await makeFolder(t);
  const spool = openSpool<string>(folder);
  const entries = Array.from({ length: 40 }, (_, at) => `${at}`.padEnd(130_000, '.'));
  for (const entry of entries) await spool.add([entry]);
  assert.equal((await readdir(folder)).length, 2);
  const found: string[] = [];
  for (;;) {
    const { entries } = await spool.read(100);
    if (entries.length === 0) break;
    found.push(...entries);
    await spool.remove();
  }
  assert.deepEqual(found, entries);
  assert.equal((await readdir(folder)).length, 1);
  await spool.close();
});

test('a full spool refuses records whole, keeps those it has, and accepts others once they are removed', async t => {
  const spool = openSpool<string>(await makeFolder(t), { most_bytes: 1000 });
  const record = (number: number) => `${number}`.padEnd(300, '.');
  await spool.add([record(1), record(2)]);
  await assert.rejects(spool.add([record(3), record(4)]), { code: 'storage_full' });
  await spool.add([record(5)]);
  assert.deepEqual((await spool.read(10)).entries, [record(1), record(2), record(5)]);
  await assert.rejects(spool.add([record(6)]), { code: 'storage_full' });
  await spool.remove();
  await spool.add([record(7)]);
  assert.deepEqual((await spool.read(10)).entries, [record(7)]);
  await spool.close();
});
