import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhen } from './when.ts';

// A Saturday, 10:00 in Berlin.
const now = new Date('2026-11-21T09:00:00Z');
const when = (words: string) => readWhen(words, 'Europe/Berlin', now)?.toISOString().slice(0, 16);

test('words say a time in the zone of the newsletter', () => {
  const said: Record<string, string> = {
    'next Tuesday 9': '2026-11-24T08:00',
    'Tue at 8:30 pm': '2026-11-24T19:30',
    tomorrow: '2026-11-22T08:00',
    'tomorrow evening': '2026-11-22T17:00',
    tonight: '2026-11-21T17:00',
    'today at 11': '2026-11-21T10:00',
    'Saturday 9': '2026-11-28T08:00',
    'saturday noon': '2026-11-21T11:00',
    'next saturday noon': '2026-11-28T11:00',
    '8': '2026-11-22T07:00',
    '18:15': '2026-11-21T17:15',
    '24 Dec noon': '2026-12-24T11:00',
    'December 24th at 6 pm': '2026-12-24T17:00',
    '3 January 7.30': '2027-01-03T06:30',
    'in 2 hours': '2026-11-21T11:00',
    'in a week at 9': '2026-11-28T08:00',
    '2026-12-24 18:00': '2026-12-24T17:00',
    // After the clocks went forward.
    '1 April 2027 9': '2027-04-01T07:00',
  };
  for (const [words, moment] of Object.entries(said)) assert.equal(when(words), moment, words);
});

test('words that say no time, or one that is over, mean nothing', () => {
  for (const words of ['', 'soon', 'today 9', '31 February', 'tuesday 25', '2026-11-20 09:00', 'next'])
    assert.equal(when(words), undefined, words);
});
