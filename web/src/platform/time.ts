import { language } from '../words/page.ts';
import { words } from '../words.ts';
import { day_ms } from './durations.ts';

const formats = {
  year: { year: 'numeric' },
  day: { month: 'long', day: 'numeric' },
  day_of_year: { month: 'long', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a date. Creating a formatter takes as long as rendering a row of a list, so each is created once. */
function format(date: Date, timeZone: string, name: keyof typeof formats): string {
  const key = `${name} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...formats[name], timeZone });
  formatters.set(key, formatter);
  const said = formatter.format(date);
  // French says the first of a month as "1er", which Intl does not know.
  return language === 'fr' ? said.replace(/\b1 (?=\p{L})/u, '1er ') : said;
}

/** Returns the day in words: "November 21", with the year if it is not the current one. */
export function dayOf(date: Date, zone: string, now = new Date()): string {
  const isThisYear = format(date, zone, 'year') === format(now, zone, 'year');
  return format(date, zone, isThisYear ? 'day' : 'day_of_year');
}

/** Returns the day and the time: "November 21 at 09:00". */
export function momentOf(date: Date, zone: string, now = new Date()): string {
  return words.times.at(dayOf(date, zone, now), timeOf(date, zone));
}

/** Returns the same, without the day if it is today. */
export function soonOf(date: Date, zone: string): string {
  const now = new Date();
  return dayOf(date, zone, now) === dayOf(now, zone, now) ? timeOf(date, zone) : momentOf(date, zone, now);
}

/** Returns the time of day: "09:00". */
export function timeOf(date: Date, zone: string): string {
  return format(date, zone, 'time');
}

/** Returns the time of day with seconds: "09:00:07". */
export function secondOf(date: Date, zone: string): string {
  return format(date, zone, 'second');
}

/** Returns "2026-11-21" as weekday and date: "Saturday, November 21". */
export function weekdayOf(day: string): string {
  return format(new Date(`${day}T00:00Z`), 'UTC', 'weekday');
}

/** The time zone of this browser. */
export const ownZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns "Berlin" for "Europe/Berlin". */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Returns the moment when clocks in `zone` show `local`, the value of a datetime-local input ("2026-11-21T09:00"). */
export function readLocal(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  // The first guess may be on the other side of a clock change, so the offset at the result counts.
  let moment = wanted - offsetAt(wanted, zone);
  moment = wanted - offsetAt(moment, zone);
  return new Date(moment);
}

/** Does the opposite of `readLocal`. */
export function writeLocal(date: Date, zone: string): string {
  return new Date(date.getTime() + offsetAt(date.getTime(), zone)).toISOString().slice(0, 16);
}

/** Returns true for a day such as "2026-11-21". */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the day `count` days after `day` ("2026-11-21"). */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * day_ms).toISOString().slice(0, 10);
}

/** Returns how far clocks in `zone` are ahead of UTC at that moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find(one => one.type === type)!.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}
