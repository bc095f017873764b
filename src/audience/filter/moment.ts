import { day_ms } from '../../platform/durations.ts';

const relative = /^(?:(\d{1,4}) days? ago|in (\d{1,4}) days?)$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Whether a condition on a date can be compared with this text. */
export function isMoment(text: string): boolean {
  return relative.test(text) || ((date.test(text) || timestamp.test(text)) && isReal(text));
}

/**
 * Reads the period that the text means at the time `as_of`: a date is the whole day in UTC; a timestamp (in UTC if it has no offset) and
 * words such as "30 days ago" are one moment. `after` means at `end` or later, or, for a single moment, later than it.
 */
export function readMoment(text: string, as_of: string): { start: string; end: string; is_day: boolean } {
  const [, ago, ahead] = relative.exec(text) ?? [];
  if (ago !== undefined || ahead !== undefined) {
    const days = ago === undefined ? Number(ahead) : -Number(ago);
    return moment(Date.parse(as_of) + days * day_ms);
  }
  if (!date.test(text)) return moment(timeOf(text));
  const start = timeOf(text);
  return { start: iso(start), end: iso(start + day_ms), is_day: true };
}

/** Returns the day of the moment in UTC, or the day that the text names. */
export function dayOf(text: string, as_of: string): string {
  return readMoment(text, as_of).start.slice(0, 10);
}

function moment(time: number) {
  return { start: iso(time), end: iso(time), is_day: false };
}

/** Whether the text is a date that exists, in years that both the database and RFC 3339 can write. */
function isReal(text: string): boolean {
  const time = timeOf(text);
  if (Number.isNaN(time)) return false;
  const [first, last] = [new Date(time - day_ms), new Date(time + day_ms)];
  const calendar = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return (
    first.getUTCFullYear() >= 1 &&
    last.getUTCFullYear() <= 9999 &&
    calendar.toISOString().slice(0, 10) === text.slice(0, 10)
  );
}

function timeOf(text: string): number {
  if (date.test(text)) return Date.parse(`${text}T00:00:00Z`);
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
