const mostMinutes = 24 * 60;

/**
 * How many minutes a response stays fresh by its Cache-Control and Age (RFC 9111 §4.2.1, §4.2.3), at most a day; null
 * if it does not say.
 */
export function readFreshMinutes(headers: Record<string, string>): number | null {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[\s,])no-(?:cache|store)\b/i.test(control)) return null;
  const seconds = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? 0);
  const age = /^\d+$/.test(headers.age ?? '') ? Number(headers.age) : 0;
  const minutes = Math.min(Math.ceil((seconds - age) / 60), mostMinutes);
  return minutes > 0 ? minutes : null;
}
