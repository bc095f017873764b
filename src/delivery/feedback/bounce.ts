import { suppress } from '../../audience/subscribers/suppress.ts';
import type { Diagnosis } from '../../engines/bounces/report.ts';
import { recordEvent } from '../../journal/record.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type LockedDelivery, noteBounce, softBouncesInARow } from '../ledger/late-evidence.ts';
import { noteSenderFault } from './sender-faults.ts';

/**
 * When soft bounces make a subscriber undeliverable: on this many emails in a row, with this many days between the
 * first and the last.
 */
export type SoftBounceRule = { soft_bounces: number; soft_bounce_days: number };

export function softBounceRule(config: Pick<Config, 'SOFT_BOUNCES' | 'SOFT_BOUNCE_DAYS'>): SoftBounceRule {
  return { soft_bounces: config.SOFT_BOUNCES, soft_bounce_days: config.SOFT_BOUNCE_DAYS };
}

/** A report's content, without naming anybody. */
export type Told = Omit<Diagnosis, 'recipient'>;

/** Records a bounce in the ledger. The first of its kind also affects the subscriber. */
export async function bounce(
  trx: Database,
  delivery: LockedDelivery,
  told: Told & { kind: 'hard' | 'soft' | 'policy' },
  rule: SoftBounceRule,
  now: Date,
): Promise<void> {
  if (await noteBounce(trx, delivery, told.kind, told.reason))
    await failDelivery(trx, delivery, told, rule, now);
}

/**
 * The consequences of a failed mail for the subscriber: the event, and the end of the subscription if it is serious
 * enough.
 */
export async function failDelivery(
  trx: Database,
  delivery: LockedDelivery,
  { kind, reason, status, pattern }: Told,
  rule: SoftBounceRule,
  now: Date,
): Promise<void> {
  const { newsletter_key, subscriber_id, email_id } = delivery;
  await noteSenderFault(trx, delivery, { pattern, reason, status }, now);
  if (subscriber_id === null) return;
  const words = reason ?? status ?? '';
  const event = { event_type: 'subscriber.bounced', subscriber_id, email_id } as const;
  await recordEvent(trx, newsletter_key, { ...event, data: { kind, status, reason: words, pattern } });
  if (kind === 'hard' || (kind === 'soft' && (await isEnough(trx, delivery, rule, now))))
    await suppress(trx, newsletter_key, subscriber_id, 'undeliverable', words);
}

async function isEnough(
  trx: Database,
  delivery: LockedDelivery,
  { soft_bounces, soft_bounce_days }: SoftBounceRule,
  now: Date,
): Promise<boolean> {
  const { bounces, days } = await softBouncesInARow(trx, delivery, now);
  return bounces >= soft_bounces && days >= soft_bounce_days;
}
