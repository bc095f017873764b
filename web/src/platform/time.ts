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

/** Creating a formatter takes as long as rendering a row of a list, so each is created once. */
function format(date: Date, timeZone: string, name: keyof typeof formats): string {
  const key = `${name} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...formats[name], timeZone });
  formatters.set(key, formatter);
  const said = formatter.format(date);
  // Intl does not say the first of a month as French does: le 1er décembre.
  return language === 'fr' ? said.replace(/\b1 (?=\p{L})/u, '1er ') : said;
}

/** The day in words: "November 21", with the year if it is not the current one. */
export function dayOf(date: Date, zone: string, now = new Date()): string {
  const isThisYear = format(date, zone, 'year') === format(now, zone, 'year');
  return format(date, zone, isThisYear ? 'day' : 'day_of_year');
}

/** Day and time of day: "November 21 at 09:00". */
export function momentOf(date: Date, zone: string, now = new Date()): string {
  return words.times.at(dayOf(date, zone, now), timeOf(date, zone));
}

/** The same, without the day if that is today. */
export function soonOf(date: Date, zone: string): string {
  const now = new Date();
  return dayOf(date, zone, now) === dayOf(now, zone, now) ? timeOf(date, zone) : momentOf(date, zone, now);
}

/** The time of day: "09:00". */
export function timeOf(date: Date, zone: string): string {
  return format(date, zone, 'time');
}

/** The time of day to the second: "09:00:07". */
export function secondOf(date: Date, zone: string): string {
  return format(date, zone, 'second');
}

/** The weekday and date of a day such as "2026-11-21": "Saturday, November 21". */
export function weekdayOf(day: string): string {
  return format(new Date(`${day}T00:00Z`), 'UTC', 'weekday');
}

/** The time zone of this browser. */
export const ownZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Berlin" of "Europe/Berlin". */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** The moment when clocks in `zone` show `local`, the value of a datetime-local input ("2026-11-21T09:00"). */
export function readLocal(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  // Uses the zone's offset at the result, as the first guess may be on the other side of a clock change.
  let moment = wanted - offsetAt(wanted, zone);
  moment = wanted - offsetAt(moment, zone);
  return new Date(moment);
}

/** The opposite of `readLocal`. */
export function writeLocal(date: Date, zone: string): string {
  return new Date(date.getTime() + offsetAt(date.getTime(), zone)).toISOString().slice(0, 16);
}

/** Whether this is a day such as "2026-11-21". */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The day `count` days after `day` ("2026-11-21"). */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * day_ms).toISOString().slice(0, 10);
}

/** How far clocks in `zone` are ahead of UTC at that time, in milliseconds. */
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
