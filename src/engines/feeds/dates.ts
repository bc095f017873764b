import { day_ms, minute_ms } from '../../platform/durations.ts';
import { minutesOfZone, monthOf } from './date-words.ts';

const longestDate = 120;

type Day = { year: number; month: number; day: number };
/** `milliseconds` since local midnight; `offset` in minutes east of Greenwich. */
type Time = { milliseconds: number; offset: number };

/**
 * Returns a feed's date as RFC 3339 in UTC. Reads RFC 822 and its sloppy forms, ISO 8601 with weeks and days of the year, seconds since
 * 1970, and months in many languages. Returns null if it is not a date. Without a zone, or with a military one (RFC 5322 §4.3), it is UTC;
 * without a time, midnight. 1/2/2003 is the second of January; 1.2.2003 and 1-2-2003 are the first of February. A two-digit year means 1950
 * to 2049 (RFC 5322 §4.3).
 */
export function readDate(written: string): string | null {
  const text = tidy(written);
  const seconds = secondsSince1970(text);
  if (seconds !== undefined) return toIso(seconds * 1000);
  const iso = isoDay(text);
  const { day, rest } = iso ?? spokenDay(text);
  if (day === undefined || !exists(day)) return null;
  const { milliseconds, offset } = timeIn(rest);
  return toIso(Date.UTC(day.year, day.month - 1, day.day) + milliseconds - offset * minute_ms);
}

function tidy(written: string): string {
  return written
    .slice(0, longestDate)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function secondsSince1970(text: string): number | undefined {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  return /^\d{13}$/.test(text) ? Number(text) / 1000 : undefined;
}

/** Reads a day with the year first: 2004-01-31, 20040131, 2004-01, 2004, 2004-031, 2004-W05-6, 2004/1/31, 2004年1月31日, 2004년 1월 31일. */
function isoDay(text: string): { day?: Day; rest: string } | undefined {
  const week = /^(\d{4})-?w(\d\d)(?:-?([1-7]))?(?!\d)/.exec(text);
  if (week) return { day: dayOfWeek(numbers(week)), rest: text.slice(week[0].length) };
  const ordinal = /^(\d{4})-?(\d{3})(?![\d])/.exec(text);
  if (ordinal) {
    const [year = 0, number = 0] = numbers(ordinal);
    const isReal = number >= 1 && number <= (isLeap(year) ? 366 : 365);
    return {
      ...(isReal ? { day: dayAt(Date.UTC(year, 0, number)) } : {}),
      rest: text.slice(ordinal[0].length),
    };
  }
  const east = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]?/.exec(text);
  const apart = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text);
  const found =
    east ??
    (apart && [apart[0], apart[1]!, apart[3]!, apart[4]!]) ??
    /^(\d{4})(\d\d)(\d\d)(?=$|[t \d])/.exec(text) ??
    /^(\d{4})-(\d\d)$/.exec(text) ??
    /^(\d{4})$/.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 1, day = 1] = numbers(found);
  return { day: { year, month, day }, rest: text.slice(found[0].length) };
}

/** Reads a day written as words and numbers in any sensible order; `rest` is the text without them. */
function spokenDay(text: string): { day?: Day; rest: string } {
  const clock = /\d{1,2}(?::\d|h\d\d|[ ]?[ap]\.?m\b)/.exec(text)?.index ?? text.length;
  const numeric = /(?<![\d:])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d:])/.exec(text);
  if (numeric) {
    const parts = [numeric[1], numeric[3], numeric[4]].map(Number);
    return { day: numericDay(numeric[2]!, parts), rest: blank(text, numeric) };
  }
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)]
    .map(word => ({ at: word.index, length: word[0].length, month: monthOf(word[0]) }))
    .filter(word => word.month !== undefined);
  // In "mar, 11 mai", the first of the two is a weekday.
  const named = words.at(-1);
  if (named?.month === undefined) return { rest: text };
  const without = `${text.slice(0, named.at)}${' '.repeat(named.length)}${text.slice(named.at + named.length)}`;
  const found = [...without.matchAll(/(?<![\d:+]|:\d\d\.)\d{1,4}(?![\d:]|h\d\d|[ ]?[ap]\.?m\b)/g)]
    .filter(number => !/[+-]$/.test(without.slice(0, number.index)) || number.index < clock)
    .filter(number => !isBehindTime(without, number.index))
    .slice(0, 2);
  const [first, second] = found;
  if (!first) return { rest: text };
  if (!second) {
    const year = Number(first[0]);
    return first[0].length === 4 ? { day: { year, month: named.month, day: 1 }, rest: '' } : { rest: text };
  }
  const yearFirst = first[0].length > 2 || Number(first[0]) > 31;
  const [day, year] = yearFirst ? [second, first] : [first, second];
  const rest = blank(blank(without, day), year);
  return { day: { year: fullYear(year[0]), month: named.month, day: Number(day[0]) }, rest };
}

/** Whether the number is an offset after a time, as in "10:00 +0200" and "10:00 -5". */
function isBehindTime(text: string, at: number): boolean {
  return /:\d\d(?:[.,]\d+)? ?(?:gmt|utc)?[+-]$/.test(text.slice(Math.max(0, at - 24), at));
}

function blank(text: string, { 0: found, index }: RegExpExecArray): string {
  return text.slice(0, index) + ' '.repeat(found.length) + text.slice(index + found.length);
}

function numericDay(separator: string, [first = 0, second = 0, written = 0]: number[]): Day {
  const year = written < 100 ? fullYear(String(written).padStart(2, '0')) : written;
  const monthFirst = second > 12 || (separator === '/' && first <= 12);
  return monthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

function fullYear(written: string): number {
  const year = Number(written);
  if (written.length >= 4) return year;
  if (written.length === 3) return 1900 + year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** Reads the time of day in the text; midnight if it has no valid one. */
function timeIn(text: string): Time {
  const found =
    /(?<!\d)(\d{1,2})[:.h](\d{1,2})(?:[:.](\d{1,2})(?:[.,:](\d{1,9}))?)?/.exec(text) ??
    /^t?(\d\d)(\d\d)(\d\d)?(?!\d)/.exec(text.trim()) ??
    /(?<!\d)(\d{1,2})(?= ?[ap]\.?m\b)/.exec(text) ??
    /^ ?t(\d\d)()(?!\d)/.exec(text);
  const behind = found ? text.slice(text.indexOf(found[0]) + found[0].length) : text;
  const offset = minutesOfZone(behind);
  if (!found) return { milliseconds: 0, offset: 0 };
  const [hour = 0, minute = 0, second = 0] = numbers(found);
  const hours = hour % 12 === hour || hour === 12 ? inHalfOfDay(hour, text) : hour;
  // 24:00 is the next midnight, and a leap second belongs to the next minute (ISO 8601 §4.2.3, RFC 3339 §5.6).
  if (hours > 24 || minute > 59 || second > 60) return { milliseconds: 0, offset: 0 };
  const fraction = Math.trunc(Number(`0.${found[4] ?? 0}`) * 1000);
  return { milliseconds: ((hours * 60 + minute) * 60 + second) * 1000 + fraction, offset };
}

function inHalfOfDay(hour: number, text: string): number {
  if (/\d ?p\.?m\b|오후|午後|下午|μμ/.test(text)) return (hour % 12) + 12;
  return /\d ?a\.?m\b|오전|午前|上午|πμ/.test(text) ? hour % 12 : hour;
}

function dayOfWeek([year = 0, week = 0, day = 1]: number[]): Day {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * day_ms;
  const isReal = week >= 1 && week <= 53;
  return isReal ? dayAt(monday + ((week - 1) * 7 + (day || 1) - 1) * day_ms) : { year: 0, month: 0, day: 0 };
}

function dayAt(milliseconds: number): Day {
  const date = new Date(milliseconds);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function exists({ year, month, day }: Day): boolean {
  const days = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  // Programs write year 1 when they do not know the date.
  return year >= 1000 && year <= 9999 && days !== undefined && day >= 1 && day <= days;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function numbers([, ...found]: readonly (string | undefined)[]): number[] {
  return found.filter(part => part !== undefined).map(Number);
}

function toIso(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString() : null;
}
