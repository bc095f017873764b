const minute = 60_000;
const mostRetryAfter = 7 * 24 * 60 * minute;
const mostMinutes = 24 * 60;

/**
 * When a server that said Retry-After may be asked again: seconds or a date (RFC 9110 §10.2.3), not before `now` and
 * at most 7 days after it. Null where it said nothing that can be read.
 */
export function readRetryAfter(text: string | undefined, now: Date): Date | null {
  const said = text?.trim() ?? '';
  const time = /^\d+$/.test(said) ? now.getTime() + Number(said) * 1000 : readHttpDate(said);
  if (Number.isNaN(time)) return null;
  return new Date(Math.min(Math.max(time, now.getTime()), now.getTime() + mostRetryAfter));
}

/**
 * For how many minutes an answer stays fresh by its Cache-Control and Age (RFC 9111 §4.2.1, §4.2.3), at most a day;
 * null where it need not stay fresh at all.
 */
export function readFreshMinutes(headers: Record<string, string>): number | null {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[\s,])no-(?:cache|store)\b/i.test(control)) return null;
  const seconds = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? 0);
  const age = /^\d+$/.test(headers.age ?? '') ? Number(headers.age) : 0;
  const minutes = Math.min(Math.ceil((seconds - age) / 60), mostMinutes);
  return minutes > 0 ? minutes : null;
}

/** Milliseconds of one of the three forms of RFC 9110 §5.6.7; NaN for anything else. */
function readHttpDate(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text)) return Number.NaN;
  // The asctime form names no zone, and means GMT.
  return Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
}
