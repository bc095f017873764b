import { suppress } from '../../audience/subscribers/suppress.ts';
import { meaningOf } from '../../engines/bounces/diagnose.ts';
import { patienceOf } from '../../engines/bounces/patience.ts';
import type { Diagnosis } from '../../engines/bounces/report.ts';
import { recordEvent } from '../../journal/record.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type LockedDelivery, noteBounce, softBouncesInARow } from '../ledger/late-evidence.ts';
import { noteSenderFault } from './sender-faults.ts';

/**
 * When soft bounces make a subscriber undeliverable: after this many emails in a row, with this many days between the first and the last;
 * or with the longer time, if some of them were because of a full mailbox.
 */
export type SoftBounceRule = { soft_bounces: number; soft_bounce_days: number; full_mailbox_days: number };

export function softBounceRule(
  config: Pick<Config, 'SOFT_BOUNCES' | 'SOFT_BOUNCE_DAYS' | 'FULL_MAILBOX_DAYS'>,
): SoftBounceRule {
  return {
    soft_bounces: config.SOFT_BOUNCES,
    soft_bounce_days: config.SOFT_BOUNCE_DAYS,
    full_mailbox_days: config.FULL_MAILBOX_DAYS,
  };
}

/** The content of a report, without naming anybody. */
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
 * Applies the consequences of a failed mail for the subscriber: the event, and the end of the subscription if the failure is serious
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
  const why =
    kind === 'hard' ? words : kind === 'soft' ? await whyEnough(trx, delivery, pattern, rule, now) : null;
  if (why !== null) await suppress(trx, newsletter_key, subscriber_id, 'undeliverable', why);
}

/** Returns a sentence on how often mail came back in a row, if that is enough to end the subscription; null if it is not. */
async function whyEnough(
  trx: Database,
  delivery: LockedDelivery,
  pattern: string | null,
  { soft_bounces, soft_bounce_days, full_mailbox_days }: SoftBounceRule,
  now: Date,
): Promise<string | null> {
  const patience = patienceOf(pattern);
  if (patience === 'uncounted') return null;
  const { all, others } = await softBouncesInARow(trx, delivery, patience === 'full', now);
  const isEnough =
    (others.bounces >= soft_bounces && others.days >= soft_bounce_days) ||
    (all.bounces >= soft_bounces && all.days >= Math.max(soft_bounce_days, full_mailbox_days));
  const why = meaningOf(pattern ?? '');
  return isEnough
    ? sentence('bounces.in_a_row', { mails: all.bounces, days: Math.floor(all.days), why })
    : null;
}
