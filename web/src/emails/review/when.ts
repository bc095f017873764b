import { bare } from '../../platform/alphabet.ts';
import { day_ms, hour_ms, minute_ms } from '../../platform/durations.ts';
import { addDays, readLocal, writeLocal } from '../../platform/time.ts';
import { timeWords } from '../../words/when.ts';

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const hours: Record<string, string> = {
  morning: '09:00',
  noon: '12:00',
  afternoon: '15:00',
  evening: '18:00',
};
const units: Record<string, number> = { min: minute_ms, hour: hour_ms, day: day_ms, week: 7 * day_ms };
const usual = '09:00';

/**
 * Returns the moment after `now` that these words mean in the zone: "next Tuesday 9", "tomorrow at 8:30 pm", "24 Dec noon", "in 2 hours",
 * "2026-12-24 18:00", and the same in the language of the page. A day without a time means nine o'clock. Undefined if they do not name a
 * time.
 */
export function readWhen(
  words: string,
  zone: string,
  now: Date,
  spoken: typeof timeWords = timeWords,
): Date | undefined {
  const text = inEnglish(words, spoken)
    .replace(/[,.]+(?=\s|$)/g, ' ')
    .replace(/\b(?:at|on|the|o’clock|o'clock)\b/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (text === '') return undefined;
  const later = /^in (an?|\d{1,4}) ?(min|hour|day|week)\w*(?: (.+))?$/.exec(text);
  if (later) {
    const span = (/^an?$/.test(later[1]!) ? 1 : Number(later[1])) * units[later[2]!]!;
    const moment = new Date(now.getTime() + span);
    if (later[3] === undefined) return moment;
    return at(writeLocal(moment, zone).slice(0, 10), later[3], zone, now);
  }
  const found = readDay(text, writeLocal(now, zone).slice(0, 10));
  return found && at(found.day, found.rest, zone, now, found.again);
}

/** Returns the words in English, without accents. In other languages, a date in figures has the day first. */
function inEnglish(words: string, spoken: typeof timeWords): string {
  const typed = bare(words).trim().replace(/\s+/g, ' ');
  if (spoken.length === 0) return typed;
  const dated = typed.replace(
    /^(?:am |den |le |el )?(\d{1,2})[./](\d{1,2})[./]?(\d{4})?(?=\s|$)/,
    (all, day, month, year = '') => (months[month - 1] ? `${day} ${months[month - 1]} ${year}` : all),
  );
  return spoken
    .reduce((text, [own, english]) => text.replace(own, english), dated)
    .replace(/\s+/g, ' ')
    .replace(/([\d:]+) (morning|afternoon|evening)\b/, '$2 $1');
}

type Day = { day: string; rest: string /** Days until it comes again, if it does. */; again?: number };

function readDay(text: string, today: string): Day | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:t| |$)(.*)$/.exec(text);
  if (iso) return { day: iso[1]!, rest: iso[2]! };
  const named = /^(today|tonight|tomorrow)(?: (.*))?$/.exec(text);
  if (named) {
    const rest = named[2] ?? (named[1] === 'tonight' ? 'evening' : '');
    return { day: addDays(today, named[1] === 'tomorrow' ? 1 : 0), rest };
  }
  const weekday = /^(?:(next|this) )?([a-z]{3,9})(?: (.*))?$/.exec(text);
  const index = weekday ? days.findIndex(day => isShort(weekday[2]!, day)) : -1;
  if (weekday && index !== -1) {
    const distance = (index - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7;
    const isNext = weekday[1] === 'next' && distance === 0;
    return { day: addDays(today, isNext ? 7 : distance), rest: weekday[3] ?? '', again: 7 };
  }
  const dated =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})(?: (\d{4}))?(?: (.*))?$/.exec(text) ??
    swapped(/^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?(?: (.*))?$/.exec(text));
  const month = dated ? months.findIndex(name => dated[2]!.startsWith(name)) : -1;
  if (dated && month !== -1) return dayOf(Number(dated[1]), month, dated[3], dated[4] ?? '', today);
  return isTime(text) ? { day: today, rest: text, again: 1 } : undefined;
}

function isShort(word: string, day: string): boolean {
  return word === day || (word.length >= 3 && word.length <= 5 && day.startsWith(word));
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match && [match[0], match[2], match[1], match[3], match[4]];
}

function dayOf(
  date: number,
  month: number,
  year: string | undefined,
  rest: string,
  today: string,
): Day | undefined {
  const text = (of: number) => `${of}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const own = Number(year ?? today.slice(0, 4));
  const day = year === undefined && text(own) < today ? text(own + 1) : text(own);
  return Number.isNaN(Date.parse(`${day}T00:00Z`)) || new Date(`${day}T00:00Z`).getUTCDate() !== date
    ? undefined
    : { day, rest };
}

const clock = /^(\d{1,2})(?:[:.h](\d{2}))? ?(am|pm|h)?$/;
const isTime = (text: string) => clock.test(text) || text in hours;

function timeOf(text: string): string | undefined {
  if (text === '') return usual;
  if (text in hours) return hours[text];
  const [, hour = '', minute = '00', half] =
    clock.exec(text.replace(/^(?:morning|evening|afternoon) /, '')) ?? [];
  if (hour === '') return undefined;
  const isPm = half === 'pm' || /^(?:evening|afternoon) /.test(text);
  const value = half === 'am' || isPm ? (Number(hour) % 12) + (isPm ? 12 : 0) : Number(hour);
  return value > 23 || Number(minute) > 59 ? undefined : `${String(value).padStart(2, '0')}:${minute}`;
}

/** Returns the moment on that day, or on the next day of its kind if it has passed. */
function at(day: string, text: string, zone: string, now: Date, again?: number): Date | undefined {
  const time = timeOf(text);
  if (time === undefined || Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined;
  const moment = readLocal(`${day}T${time}`, zone);
  if (moment > now) return moment;
  return again === undefined ? undefined : readLocal(`${addDays(day, again)}T${time}`, zone);
}
