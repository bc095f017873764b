import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outdated, scheduledName } from './retention.ts';

const id = '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60';
const day = 86_400_000;
const nights = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse('2026-11-22T03:00:00Z') - at * day));

test('the last seven days and the newest of the last four weeks are kept', () => {
  const names = nights(60).map(date => scheduledName(id, date, true));
  const gone = new Set(outdated(names, id));
  const kept = names.filter(name => !gone.has(name)).map(name => name.slice(-28, -20));
  // 22 November 2026 is a Sunday, the last day of its week.
  assert.deepEqual(kept, [
    ...['20261122', '20261121', '20261120', '20261119', '20261118', '20261117', '20261116'],
    ...['20261115', '20261108', '20261101'],
  ]);
});

test('days without a backup do not count, so a long pause deletes nothing', () => {
  const names = nights(300)
    .filter((_, at) => at % 40 === 0)
    .map(date => scheduledName(id, date, false));
  assert.equal(names.length, 8);
  assert.deepEqual(outdated(names, id), [names[7]]);
});

test('of several backups on a day the newest is kept', () => {
  const [early, late] = ['T03:00:00Z', 'T15:00:00Z'].map(time =>
    scheduledName(id, new Date(`2026-11-22${time}`), false),
  ) as [string, string];
  assert.deepEqual(outdated([early, late], id), [early]);
});

test('files other than scheduled backups of this installation are never deleted', () => {
  const ours = nights(30).map(date => scheduledName(id, date, false));
  const strangers = [
    ...nights(30).map(date => scheduledName('0193b2a4-6f0e-7c1d-9a52-000000000000', date, false)),
    ...['postrider-2026-11-22.tar.zst', 'notes.txt', `${ours[20]}.partial`, `${ours[20]}.old`],
    ours[20]!.replace('20', '99').replace(/T\d{6}/, 'T999999'),
  ];
  const gone = outdated([...ours, ...strangers], id);
  assert.equal(gone.length, 20);
  assert.deepEqual(
    gone.filter(name => strangers.includes(name)),
    [],
  );
});
