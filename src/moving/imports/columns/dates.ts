/** In which order a column writes day and month where both are numbers. */
export type DateOrder = 'day_first' | 'month_first';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Reads the dates of one column. Returns ISO 8601 in UTC, '' for a cell that says there is none, or null. */
export type ReadDate = (text: string) => string | null;

/** How services write that there is no date. */
const none = /^(?:-|–|n\/?a|null|none|never|0|0000-00-00(?: 00:00:00)?|unknown)$/i;

/**
 * A reader for dates written like these samples. `doubt` is a sample that could be read in either order; then month first is
 * assumed with slashes, as in the United States, and day first with dots.
 */
export function openDates(samples: readonly string[]): { read: ReadDate; doubt: string | undefined } {
  const order = orderOf(samples);
  const doubt = order === undefined ? samples.find(text => slashed.test(text.trim())) : undefined;
  return { read: text => readDate(text, order ?? 'month_first'), doubt };
}

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?(?: (?:UTC|[A-Z]{3,5}|[+-]\d{2,4}))?$/;
const numbers = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,?[T ]\s*(.+))?$/;
const slashed = /^\d{1,2}[/-]\d{1,2}[/-]\d{4}\b/;
const named =
  /^(?:[a-z]{3,9}\.?,? )?(?:(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})|([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?:,?(?: at)? (.+))?$/i;
const clock =
  /^(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d+)?)? ?([ap]\.?m\.?)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d|GMT[+-]\d{1,2}))?$/i;

function orderOf(samples: readonly string[]): DateOrder | undefined {
  for (const sample of samples) {
    const [, first, separator, second] = numbers.exec(sample.trim()) ?? [];
    if (first === undefined || first.length > 2) continue;
    if (separator === '.' || Number(first) > 12) return 'day_first';
    if (Number(second) > 12) return 'month_first';
  }
  return undefined;
}

/** A time as services write it; without a zone it is UTC. */
export function readDate(input: string, order: DateOrder): string | null {
  const text = input.trim();
  if (text === '' || none.test(text)) return '';
  const known = iso.exec(text);
  if (known) {
    const [, year, month, day, hour, minute, second, fraction, zone] = known;
    return made(year!, month!, day!, [hour, minute, second, fraction], zone);
  }
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const parts = numbers.exec(text);
  if (parts) {
    const [, first, separator, second, third, time] = parts as string[];
    if (first!.length === 4) return withClock(first!, second!, third!, time);
    if (third!.length !== 4 && third!.length !== 2) return null;
    const year = third!.length === 2 ? `20${third}` : third!;
    return order === 'day_first' || separator === '.'
      ? withClock(year, second!, first!, time)
      : withClock(year, first!, second!, time);
  }
  const words = named.exec(text);
  if (!words) return null;
  const month = months.indexOf((words[2] ?? words[4]!).slice(0, 3).toLowerCase()) + 1;
  return month === 0
    ? null
    : withClock(words[3] ?? words[6]!, String(month), words[1] ?? words[5]!, words[7]);
}

function withClock(year: string, month: string, day: string, time: string | undefined): string | null {
  if (time === undefined || time.trim() === '') return made(year, month, day, [], undefined);
  const read = clock.exec(time.trim());
  if (!read) return null;
  const [, hour, minute = '0', second = '0', half, zone] = read;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  return made(year, month, day, [String(hours), minute, second], zone);
}

function made(
  year: string,
  month: string,
  day: string,
  [hour = '0', minute = '0', second = '0', fraction = '0']: (string | undefined)[],
  zone: string | undefined,
): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const [h, min, s] = [Number(hour), Number(minute), Number(second)];
  if (y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) || h > 23 || min > 59 || s > 59) return null;
  const milliseconds = Number(`0.${fraction}`) * 1000;
  const minutes = offsetOf(zone);
  if (minutes === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  date.setUTCHours(h, min - minutes, s, Math.floor(milliseconds));
  const result = date.toISOString();
  return result.length === 24 ? result : null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Minutes east of Greenwich. */
function offsetOf(zone: string | undefined): number | null {
  const parts = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone ?? '');
  if (!parts) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return minutes > 14 * 60 ? null : parts[1] === '-' ? -minutes : minutes;
}
