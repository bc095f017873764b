import { addDays } from '../../platform/time.ts';

/** A month as the address writes it, such as "2026-11". */
export type Month = string;

/** Reads the month from the address, if it names one. */
export function readMonth(address: { month?: unknown }): { month?: Month } {
  const { month } = address;
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}

export function monthOf(day: string): Month {
  return day.slice(0, 7);
}

/** Returns the month `count` months after this one. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Returns the days of all weeks that touch the month. Weeks begin on Monday. */
export function weeksOf(month: Month): string[][] {
  const first = `${month}-01`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const weekday = (day: string) => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = addDays(first, -weekday(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(monday, offset)));
  return weeks;
}
