import { minute_ms } from '../durations.ts';

/** A schedule with a resolution of a minute: five fields as in crontab(5), in UTC. */
export type Cron = { matches(date: Date): boolean };

const fields = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of the week', least: 0, most: 7 },
] as const;

/** How many minutes are searched: the rarest possible date, 29 February, comes back within eight years. */
const mostMinutes = 8 * 366 * 24 * 60;

/**
 * Reads `minute hour day month weekday`. Each field is `*`, a number or a range such as `1-5`, all of them with a step such as `/2` if
 * wanted, or a list of these. If day and weekday are both limited, either suffices. Throws a RangeError that names the field.
 */
export function readCron(text: string): Cron {
  const words = text.trim().split(/\s+/);
  if (words.length !== fields.length)
    throw new RangeError('use five fields, such as "0 3 * * *" for 03:00 UTC');
  const [minutes, hours, days, months, weekdays] = words.map((word, at) => readField(word, fields[at]!)) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const [, , day, , weekday] = words as [string, string, string, string, string];
  const isDay = (date: Date) => {
    const ofMonth = days.has(date.getUTCDate());
    const ofWeek = weekdays.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekdays.has(7));
    if (day.startsWith('*') || weekday.startsWith('*')) return ofMonth && ofWeek;
    return ofMonth || ofWeek;
  };
  return {
    matches: date =>
      minutes.has(date.getUTCMinutes()) &&
      hours.has(date.getUTCHours()) &&
      months.has(date.getUTCMonth() + 1) &&
      isDay(date),
  };
}

/** Returns the last due minute that is not after `now`, or the first one after it; undefined if there is none (30 February). */
export function nearestDue(cron: Cron, now: Date, direction: 'last' | 'next'): Date | undefined {
  const start = Math.floor(now.getTime() / minute_ms) + (direction === 'next' ? 1 : 0);
  const step = direction === 'next' ? 1 : -1;
  for (let count = 0; count < mostMinutes; ) {
    const date = new Date((start + step * count) * minute_ms);
    if (cron.matches(date)) return date;
    count += 1;
  }
  return undefined;
}

function readField(word: string, { name, least, most }: (typeof fields)[number]): Set<number> {
  const found = new Set<number>();
  for (const part of word.split(',')) {
    const [, all, from, to, step] = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    const first = all ? least : Number(from);
    const last = all ? most : Number(to ?? (step ? most : from));
    const width = Number(step ?? 1);
    if (!(first >= least && last <= most && first <= last && width >= 1))
      throw new RangeError(`${name}: "${part}" is not a number, range or * from ${least} to ${most}`);
    for (let value = first; value <= last; value += width) found.add(value);
  }
  return found;
}
