// An email that everybody gets at the same local time.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');

export const waves = {
  at_hint:
    'Everybody gets it at this time on their own clock: in the time zone that “timezone” in their data names, or otherwise in yours. Empty: all at once.',
  passed: 'Where that time has passed',
  choices: { next_day: 'A day later', with_newsletter: 'Together with your zone' },
  title: (at: string) => `At ${at} where the reader is`,
  bar: 'How many people get it, and when',
  unknown: (count: number, city: string) =>
    `The time zone of ${people(count)} is unknown: they get it at that time in ${city}.`,
  late: (count: number, choice: 'next_day' | 'with_newsletter') =>
    `For ${people(count)}, that time has passed when sending begins: they get it ${
      choice === 'next_day' ? 'a day later' : 'together with your time zone'
    }.`,
  start_by: 'To reach everybody on the same day, begin by',
  as_table: 'As a table',
  when: 'Your time',
  zones: 'Where',
  people: 'People',
  served: 'Sent',
  of: (served: number, all: number) => `${number(served)} of ${number(all)}`,
  more: (count: number) => `and ${number(count)} more`,
} as const;
