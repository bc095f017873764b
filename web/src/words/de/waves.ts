import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { waves as english } from '../waves.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');

export const waves: Translated<typeof english> = {
  at_hint:
    'Alle bekommen sie zu dieser Zeit nach ihrer eigenen Uhr: in der Zeitzone, die „timezone“ in ihren Daten nennt, sonst in der des Newsletters. Leer: alle zugleich.',
  passed: 'Wo diese Zeit schon vorbei ist',
  choices: { next_day: 'Einen Tag später', with_newsletter: 'Mit der Newsletter-Zone' },
  title: at => `Um ${at} am Ort der Leser`,
  bar: 'Wann wie viele sie bekommen',
  unknown: (count, city) =>
    `Von ${people(count)} ist die Zeitzone unbekannt: Dort kommt sie zu dieser Zeit in ${city}.`,
  late: (count, choice) =>
    `Für ${people(count)} ist diese Zeit beim Beginn schon vorbei: Dort kommt sie ${
      choice === 'next_day' ? 'einen Tag später' : 'zusammen mit der Zeitzone des Newsletters'
    }.`,
  start_by: 'Um alle am selben Tag zu erreichen, beginnen bis',
  as_table: 'Als Tabelle',
  when: 'Uhrzeit hier',
  zones: 'Wo',
  people: 'Personen',
  served: 'Gesendet',
  of: (served, all) => `${number(served)} von ${number(all)}`,
  more: count => `und ${number(count)} weitere`,
};
