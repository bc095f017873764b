/**
 * Returns when a server that sent Retry-After may be contacted again: seconds or a date (RFC 9110 §10.2.3), between `now` and `most_ms`
 * after it. Null if it is unreadable.
 */
export function readRetryAfter(text: string | undefined, now: Date, most_ms: number): Date | null {
  const said = text?.trim() ?? '';
  const time = /^\d+$/.test(said) ? now.getTime() + Number(said) * 1000 : readHttpDate(said);
  if (Number.isNaN(time)) return null;
  return new Date(Math.min(Math.max(time, now.getTime()), now.getTime() + most_ms));
}

/** Reads one of the three forms of RFC 9110 §5.6.7, in milliseconds; NaN for anything else. */
function readHttpDate(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text)) return Number.NaN;
  // The asctime form has no zone and means GMT.
  return Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
}
