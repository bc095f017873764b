import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, beforeEach, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import { leaseMark } from '../../platform/leases.ts';
import { createLog } from '../../platform/log.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { until } from '../../testing/until.ts';
import type { Outcome } from '../ledger/delivery.ts';
import { type LeaseNotes, openNotes } from './notes.ts';
import { readNotes } from './read-notes.ts';

const log = createLog('silent');
const lease = newId();
const chunk = { email_key: 7, first_key: 1, lease };
const accepted = (subscriber_key: number): Outcome => ({
  subscriber_key,
  status: 'accepted',
  reply: '250 “ok”\n',
});
let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'postrider-notes-'));
});
beforeEach(() => {
  folder = join(root, newId());
});

/** Reads the notes as a process that takes over would. */
function read() {
  return readdirSync(folder)
    .filter(name => name.startsWith(`${leaseMark}-`))
    .flatMap(name => readNotes(readFileSync(join(folder, name), 'utf8')));
}

/** Resolves when these may leave. */
async function leave(notes: LeaseNotes, ...keys: number[]): Promise<void> {
  const leaving = keys.map(key => notes.leaving(key));
  for (const one of leaving) one.note();
  await Promise.all(
    leaving.map(one => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      one.keep(error => (error ? reject(error) : resolve()));
      return promise;
    }),
  );
}

test('a recipient is noted before their message leaves, and their outcome soon after', async () => {
  const notes = openNotes(folder, log).begin(chunk);
  assert.deepEqual(read(), [{ ...chunk, begun: new Set(), outcomes: new Map() }]);
  await leave(notes, 3, 1);
  assert.deepEqual(read(), [{ ...chunk, begun: new Set([3, 1]), outcomes: new Map() }]);
  notes.came([accepted(3)]);
  await until('the outcome is noted', async () => read()[0]!.outcomes.size > 0);
  assert.deepEqual(read()[0]!.outcomes, new Map([[3, accepted(3)]]));
});

test('there is a file for as long as there are leases', async () => {
  const all = openNotes(folder, log);
  const [one, other] = [all.begin(chunk), all.begin({ ...chunk, first_key: 501, lease: newId() })];
  await leave(one, 1);
  await leave(other, 501);
  one.end();
  assert.deepEqual([...read()[1]!.begun], [501]);
  other.end();
  assert.deepEqual(readdirSync(folder), []);
  await leave(all.begin({ ...chunk, lease: newId() }), 2);
  assert.deepEqual([...read()[0]!.begun], [2]);
});

test('the file stays small, and still names everybody whose message has begun to leave', async () => {
  const notes = openNotes(folder, log).begin(chunk);
  const reply = 'x'.repeat(1000);
  for (let key = 1; key <= 2000; key += 1) {
    const outcome = { ...accepted(key), reply };
    notes.came([outcome]);
    await leave(notes, key);
    if (key < 2000) notes.recorded([outcome]);
  }
  const [name] = readdirSync(folder);
  assert.ok(readFileSync(join(folder, name!)).length < 1_100_000);
  assert.equal(read()[0]!.begun.size, 2000);
  assert.ok(read()[0]!.outcomes.has(2000));
});

test('where notes cannot be written, there are none: an incomplete file would say that others have not begun to leave', async t => {
  writeFileSync(folder, 'not a folder');
  const lines: unknown[] = [];
  const hearing = createLog('warn', { write: line => void lines.push(line) });
  const none = openNotes(folder, hearing);
  for (let times = 0; times < 2; times += 1) {
    const notes = none.begin(chunk);
    await leave(notes, 1);
    notes.end();
  }
  assert.equal(lines.length, 1, 'which is logged once');
  const disk = mountSmallDisk(1);
  if (!disk) return t.skip('only root can mount a small disk');
  try {
    folder = disk.folder;
    const all = openNotes(folder, log);
    const notes = all.begin(chunk);
    await leave(notes, 1);
    assert.equal(read().length, 1);
    for (let size = 65_536; size >= 1; size /= 2) fill(join(folder, 'filler'), size);
    for (let key = 2; key < 2000; key += 1) await leave(notes, key);
    assert.deepEqual(read(), []);
    notes.end();
  } finally {
    disk.remove();
  }
});

function fill(path: string, size: number): void {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
  } catch {
    // the disk is full
  }
}

test('a line that was cut off at the end is left out; if any other line makes no sense, nothing counts', () => {
  const first = `l 1 7 1 ${lease}\nb 1 3\n`;
  assert.deepEqual(readNotes(`${first}b 1 45`), [{ ...chunk, begun: new Set([3]), outcomes: new Map() }]);
  for (const line of ['b 1 4b 1 45', 'o 1 {"subscriber_key":3,', 'b 2 3', 'x', 'l 2 7 1 short'])
    assert.deepEqual(readNotes(`${first}${line}\n`), [], line);
});
