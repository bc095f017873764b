import type { Email } from '../../emails/email.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import type { Chunk } from '../ledger/delivery.ts';

export type RetryPolicy = { hours: number; random: () => number };

const firstGapMinutes = 5;
const longestGapMinutes = 240;

/**
 * Returns when a chunk with temporary failures is due again after `passes` passes: 5 minutes later (enough for greylisting), then twice as
 * long each time up to 4 hours, each varied by up to a fifth. Null when the email has been in progress for these recipients for `hours`:
 * then they are given up (RFC 5321 §4.5.4.1).
 */
export function nextRetry(
  { hours, random }: RetryPolicy,
  { passes, added_date }: Pick<Chunk, 'passes' | 'added_date'>,
  { publish_date }: Pick<Email, 'publish_date'>,
  now: Date,
): Date | null {
  const gap = Math.min(longestGapMinutes, firstGapMinutes * 2 ** passes) * (0.8 + 0.4 * random());
  const next = new Date(now.getTime() + gap * minute_ms);
  const begun = new Date(added_date ?? publish_date ?? now);
  return next.getTime() - begun.getTime() > hours * hour_ms ? null : next;
}
