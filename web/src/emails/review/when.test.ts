import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeWords as german } from '../../words/de/when.ts';
import { timeWords as spanish } from '../../words/es/when.ts';
import { timeWords as french } from '../../words/fr/when.ts';
import { readWhen } from './when.ts';

// A Saturday, 10:00 in Berlin.
const now = new Date('2026-11-21T09:00:00Z');
const when = (words: string) => readWhen(words, 'Europe/Berlin', now)?.toISOString().slice(0, 16);

test('words are read as a time in the newsletter’s zone', () => {
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
    // The clocks have gone forward by then.
    '1 April 2027 9': '2027-04-01T07:00',
  };
  for (const [words, moment] of Object.entries(said)) assert.equal(when(words), moment, words);
});

test('words without a time, or with one that has passed, are refused', () => {
  for (const words of ['', 'soon', 'today 9', '31 February', 'tuesday 25', '2026-11-20 09:00', 'next'])
    assert.equal(when(words), undefined, words);
});

test('German, French and Spanish words are read as a time, and English ones still are', () => {
  const said = {
    '2026-11-24T08:00': ['nächsten Dienstag um 9 Uhr', 'mardi prochain à 9 h', 'el próximo martes a las 9'],
    '2026-11-24T19:30': ['Di 20:30', 'mardi 20h30', 'martes 20:30'],
    '2026-11-22T08:00': ['morgen', 'demain', 'mañana'],
    '2026-11-22T17:00': ['morgen Abend', 'demain soir', 'mañana por la noche'],
    '2026-11-23T08:00': ['übermorgen', 'après-demain', 'pasado mañana'],
    '2026-11-21T17:00': ['heute Abend', 'ce soir', 'esta noche'],
    '2026-12-24T11:00': ['24. Dezember mittags', '24 décembre à midi', '24 de diciembre mediodía'],
    '2026-12-24T17:00': ['24.12. 18 Uhr', '24/12 18 h', '24/12 18:00'],
    '2026-11-21T11:00': ['in 2 Stunden', 'dans 2 heures', 'en 2 horas'],
    '2026-11-21T10:00': ['in einer Stunde', 'dans une heure', 'en una hora'],
    '2027-03-03T06:30': ['3. März 7.30', '3 mars 7h30', '3 de marzo 7:30'],
    '2026-11-28T08:00': ['next Saturday 9', 'next Saturday 9', 'next Saturday 9'],
  };
  for (const [moment, asked] of Object.entries(said))
    for (const [at, spoken] of [german, french, spanish].entries())
      assert.equal(
        readWhen(asked[at]!, 'Europe/Berlin', now, spoken)?.toISOString().slice(0, 16),
        moment,
        asked[at],
      );
});
