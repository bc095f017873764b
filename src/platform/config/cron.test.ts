import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestDue, readCron } from './cron.ts';

const now = new Date('2026-11-22T14:20:30Z'); // a Sunday
const next = (text: string) => nearestDue(readCron(text), now, 'next')?.toISOString().slice(0, 16);
const last = (text: string) => nearestDue(readCron(text), now, 'last')?.toISOString().slice(0, 16);

test('a schedule says when it is due next and when it was last', () => {
  const cases: [string, string, string][] = [
    ['0 3 * * *', '2026-11-22T03:00', '2026-11-23T03:00'],
    ['*/15 * * * *', '2026-11-22T14:15', '2026-11-22T14:30'],
    ['20 14 * * *', '2026-11-22T14:20', '2026-11-23T14:20'],
    ['5,35 8-10/2 * * *', '2026-11-22T10:35', '2026-11-23T08:05'],
    ['0 0 29 2 *', '2024-02-29T00:00', '2028-02-29T00:00'],
    ['30 2 * * 7', '2026-11-22T02:30', '2026-11-29T02:30'],
    ['30 2 * * 1-5', '2026-11-20T02:30', '2026-11-23T02:30'],
    ['0 12 1 * 3', '2026-11-18T12:00', '2026-11-25T12:00'],
  ];
  for (const [text, before, after] of cases)
    assert.deepEqual([last(text), next(text)], [before, after], text);
});

test('a date that never comes is never due', () => assert.equal(next('0 0 30 2 *'), undefined));

test('a mistake is reported with the field', () => {
  for (const [text, message] of [
    ['0 3 * *', /five fields/],
    ['60 3 * * *', /minute: "60"/],
    ['0 3 0 * *', /day of the month: "0"/],
    ['0 3 * * mon', /day of the week: "mon"/],
    ['0 5-3 * * *', /hour: "5-3"/],
    ['*/0 3 * * *', /minute/],
    ['', /five fields/],
  ] as const)
    assert.throws(() => readCron(text), { name: 'RangeError', message });
});
