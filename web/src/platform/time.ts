import { words } from '../words.ts';

const year = (date: Date, zone: string) => format(date, zone, { year: 'numeric' });

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes as long as rendering a row of a list, so each is created once. */
function format(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([timeZone, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en', { ...options, timeZone });
  formatters.set(key, formatter);
  return formatter.format(date);
}

/** The day in words: "November 21", with the year if it is not the current one. */
export function dayOf(date: Date, zone: string, now = new Date()): string {
  const options: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric' };
  return format(date, zone, year(date, zone) === year(now, zone) ? options : { ...options, year: 'numeric' });
}

/** Day and time of day: "November 21 at 09:00". */
export function momentOf(date: Date, zone: string, now = new Date()): string {
  return words.times.at(dayOf(date, zone, now), timeOf(date, zone));
}

/** The time of day: "09:00". */
export function timeOf(date: Date, zone: string): string {
  return format(date, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
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
