/** The orders in which a column may write day and month as numbers. */
export const dateOrders = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The first three letters do not identify a month in every language, so these are whole words and usual short forms. */
const months = [
  'jan january januar janner janvier janv enero ene gennaio gen janeiro januari',
  'feb february februar fevrier fevr fev febrero febbraio fevereiro februari',
  'mar march marz maerz mrz mars marzo marco maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maggio mag maio mei',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august aout agosto ago augustus',
  'sep sept september septembre septiembre setiembre settembre set setembro',
  'oct october oktober okt octobre octubre ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december dezember dez decembre diciembre dic dicembre dezembro',
];
const monthNumbers = new Map(
  months.flatMap((list, at) => list.split(' ').map(word => [word, at + 1] as const)),
);

/** The ways in which services write that there is no date. */
const none = /^(?:-|–|n\/?a|null|none|never|0|0000-00-00(?: 00:00:00)?|unknown)$/i;

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?(?: (?:UTC|[A-Z]{3,5}|[+-]\d{2,4}))?$/;
const numbers = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,?[T ]\s*(.+))?$/;
const named =
  /^(?:\p{L}{2,10}\.?,? )?(?:(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[ -](?:de )?(\p{L}{3,10})\.?,?[ -](?:del? )?(\d{4})|(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?:,?(?: at| um| à| a las)? (.+))?$/iu;
const clock =
  /^(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d+)?)? ?([ap]\.?m\.?|uhr|h)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d|GMT[+-]\d{1,2}))?$/i;

/**
 * The reading of a cell: a time in ISO 8601 and UTC, '' for no date, null for something that is not a date, or the two times that it may
 * be.
 */
type Reading = string | null | { [order in DateOrder]: string };

/** The dates of one column. */
export type Dates = {
  /** Notes how a cell writes day and month. */
  learn(text: string): void;
  /** Returns a time in ISO 8601 and UTC, or '' if the cell has no date, or none that can be determined. */
  read(text: string): string;
  /** Returns how many cells could be read in two ways, an example, and the order in which they were read; undefined if there are none. */
  twofold(): { count: number; example: string; order: DateOrder | null } | undefined;
  /** Returns how many cells are not dates, and an example. */
  unread(): { count: number; example: string };
};

/**
 * Opens a reader for one column. Cells with only one possible reading show the order for those with the same separator. If there are none,
 * or they contradict each other, `choice` decides. With dots, the day is first. Cells that remain open are not read.
 */
export function openDates(choice: DateOrder | undefined): Dates {
  const seen = new Map<string, Set<DateOrder>>();
  const open = { count: 0, example: '' };
  const bad = { count: 0, example: '' };
  const orderOf = (separator: string): DateOrder | undefined => {
    const orders = [...(seen.get(separator) ?? [])];
    if (orders.length === 1) return orders[0];
    return separator === '.' && orders.length === 0 ? 'day_first' : choice;
  };
  const note = (kind: typeof open, text: string) => {
    kind.count += 1;
    kind.example ||= text.trim().slice(0, 40);
  };
  return {
    learn(text) {
      const separator = separatorIn(text);
      const order = separator === undefined ? undefined : onlyOrder(text);
      if (separator === undefined || order === undefined) return;
      seen.set(separator, (seen.get(separator) ?? new Set()).add(order));
    },
    read(text) {
      const reading = readingOf(text);
      if (typeof reading === 'string') return reading;
      if (reading === null) {
        note(bad, text);
        return '';
      }
      const order = orderOf(separatorIn(text)!);
      if (order === undefined || order === choice) note(open, text);
      return order === undefined ? '' : reading[order];
    },
    twofold: () => (open.count === 0 ? undefined : { ...open, order: choice ?? null }),
    unread: () => ({ ...bad }),
  };
}

/** Whether a cell says that there is no date. */
export function saysNone(text: string): boolean {
  return text.trim() === '' || none.test(text.trim());
}

/** Whether a cell writes a date in numbers whose order other cells may show. */
export function isInNumbers(text: string): boolean {
  return separatorIn(text) !== undefined;
}

/**
 * Reads a time as services write it; without a zone it is UTC. Returns ISO 8601 in UTC, '' for a cell that says there is no date, or null
 * if it is not a date. `order` decides if two readings are possible.
 */
export function readDate(input: string, order: DateOrder): string | null {
  const reading = readingOf(input);
  if (typeof reading === 'string' || reading === null) return reading;
  return reading[separatorIn(input) === '.' ? 'day_first' : order];
}

function readingOf(input: string): Reading {
  const text = input.trim();
  if (saysNone(text)) return '';
  const known = iso.exec(text);
  if (known) {
    const [, year, month, day, hour, minute, second, fraction, zone] = known;
    return made(year!, month!, day!, [hour, minute, second, fraction], zone);
  }
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const parts = numbers.exec(text);
  if (parts) return numbered(parts[1]!, parts[3]!, parts[4]!, parts[5]);
  const words = named.exec(text);
  const month = words && monthNumbers.get(plain(words[2] ?? words[4]!));
  return month ? withClock(words[3] ?? words[6]!, String(month), words[1] ?? words[5]!, words[7]) : null;
}

function numbered(first: string, second: string, third: string, time: string | undefined): Reading {
  if (first.length === 4) return withClock(first, second, third, time);
  if (third.length !== 4 && third.length !== 2) return null;
  const year = third.length === 2 ? `20${third}` : third;
  const day_first = withClock(year, second, first, time);
  const month_first = withClock(year, first, second, time);
  if (day_first === null || month_first === null || day_first === month_first)
    return day_first ?? month_first;
  return { day_first, month_first };
}

/** Finds what separates day, month and year, if all are numbers and the year is last. */
function separatorIn(text: string): string | undefined {
  const parts = numbers.exec(text.trim());
  return parts && parts[1]!.length <= 2 ? parts[2] : undefined;
}

/** Returns the order in which a cell with such a separator must be read, if only one is possible. */
function onlyOrder(text: string): DateOrder | undefined {
  const [, first, , second] = numbers.exec(text.trim())!;
  if (typeof readingOf(text) !== 'string' || Number(first) === Number(second)) return undefined;
  return Number(first) > 12 ? 'day_first' : 'month_first';
}

function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function withClock(year: string, month: string, day: string, time: string | undefined): string | null {
  if (time === undefined || time.trim() === '') return made(year, month, day, [], undefined);
  const read = clock.exec(time.trim());
  if (!read) return null;
  const [, hour, minute = '0', second = '0', half, zone] = read;
  let hours = Number(hour);
  if (half && /^[ap]/i.test(half)) {
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

/** Returns the offset of a zone in minutes east of Greenwich. */
function offsetOf(zone: string | undefined): number | null {
  const parts = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone ?? '');
  if (!parts) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return minutes > 14 * 60 ? null : parts[1] === '-' ? -minutes : minutes;
}
