import { recordEvent } from '../../accounts/events/record.ts';
import { suppress } from '../../audience/subscribers/suppress.ts';
import type { Report, Verdict } from '../../engines/bounces/report.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import {
  type DeliveryName,
  type LockedDelivery,
  lockDelivery,
  noteBounce,
  noteComplaint,
  settleUncertain,
  softBouncesInARow,
} from '../ledger/late-evidence.ts';
import type { Clue, Source } from './feedback.ts';
import { countRefusal, insertFeedback, insertUnassigned, isKnownReport } from './queries.ts';
import { noteSenderFault } from './sender-faults.ts';

/** When soft bounces make a subscriber undeliverable: on so many emails in a row, with so many days between first and last. */
export type SoftBounceRule = { soft_bounces: number; soft_bounce_days: number };

export function softBounceRule(config: Pick<Config, 'SOFT_BOUNCES' | 'SOFT_BOUNCE_DAYS'>): SoftBounceRule {
  return { soft_bounces: config.SOFT_BOUNCES, soft_bounce_days: config.SOFT_BOUNCE_DAYS };
}

export type ReportContext = { db: Database; clock: Clock; rule: SoftBounceRule };

/** What is known of a report beside its words. */
export type Origin = {
  source: Source;
  /** The delivery that it claims to be about, and what says so. */
  about: { delivery: DeliveryName; clue: Clue } | null;
  /** Only deliveries of this newsletter can be meant; undefined: of any. */
  newsletter_key?: number;
  /** The same for the same report, however often it comes. */
  report_hash: Buffer;
};

/**
 * Takes a report in: kept, on the ledger, and of effect on the subscriber, all in one transaction, so that whoever brought
 * it may forget it afterwards, and may bring it again after a crash. The same report twice counts once, and so do two that
 * say the same of one delivery. A report about no delivery of ours is kept for a time and has no effect. Returns whether it
 * is about one of ours.
 */
export async function takeReport(
  { db, clock, rule }: ReportContext,
  { source, about, newsletter_key, report_hash }: Origin,
  report: Report,
): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async trx => {
    const delivery = about && (await lockDelivery(trx, about.delivery, newsletter_key));
    const row = { id: newId(), source, report_hash, creation_date: now.toISOString() };
    if (!delivery) {
      if (report.kind === 'delivered') return false;
      const { kind, status, reason, recipient, pattern } = report;
      const unassigned = { ...row, kind, status, reason, recipient, pattern, newsletter_key };
      if (!(await insertUnassigned(trx, storable(unassigned))))
        await countRefusal(trx, 'too_many_unassigned', now);
      return false;
    }
    // Nobody else is at this delivery: two that bring the same report at once do so one after the other.
    if (await isKnownReport(trx, report_hash)) return true;
    const { kind, status, reason, recipient, pattern } = verdictFor(report, delivery.email_address);
    const { email_key, subscriber_id } = delivery;
    // Of who was deleted nothing is kept that names them.
    const words = subscriber_id === null ? { reason: null, recipient: null } : { reason, recipient };
    await takeEffect(trx, delivery, storable({ kind, status, pattern, ...words }), rule, now);
    if (kind === 'delivered') return true; // the ledger says so already, and providers say it of every mail
    const subscriber_key = subscriber_id === null ? null : delivery.subscriber_key;
    await insertFeedback(
      trx,
      storable({
        ...row,
        ...{ kind, status, pattern, ...words, email_key, subscriber_key },
        newsletter_key: delivery.newsletter_key,
        identified_by: about!.clue,
      }),
    );
    return true;
  });
}

/** What the report says of this recipient: of several, the verdict on their address; else the gravest. */
function verdictFor(report: Report, email_address: string | null): Verdict {
  const wanted = email_address?.toLowerCase();
  return report.recipients.find(({ recipient }) => recipient?.toLowerCase() === wanted) ?? report;
}

async function takeEffect(
  trx: Database,
  delivery: LockedDelivery,
  { kind, reason, status, pattern }: Omit<Verdict, 'recipient'>,
  rule: SoftBounceRule,
  now: Date,
): Promise<void> {
  const { newsletter_key, email_id, email_key, subscriber_key } = delivery;
  const subscriber_id = delivery.subscriber_id ?? undefined;
  const words = reason ?? status ?? '';
  if (kind === 'complaint') {
    if (!(await noteComplaint(trx, delivery)) || !subscriber_id) return;
    await suppress(trx, newsletter_key, subscriber_id, 'complained', words);
    const event = { event_type: 'subscriber.complained', subscriber_id, email_id } as const;
    return recordEvent(trx, newsletter_key, { ...event, data: { reason: words } });
  }
  if (kind === 'hard' || kind === 'soft' || kind === 'policy') {
    const isNews = await noteBounce(trx, delivery, kind, reason);
    return isNews ? failDelivery(trx, delivery, { kind, reason, status, pattern }, rule, now) : undefined;
  }
  // Whoever answers, however kindly or late, has got it.
  if (kind !== 'none') await settleUncertain(trx, email_key, subscriber_key);
}

/** What follows for the subscriber when a mail to them has failed: the event, and the end of the subscription if it is enough. */
export async function failDelivery(
  trx: Database,
  delivery: LockedDelivery,
  { kind, reason, status, pattern }: Omit<Verdict, 'recipient'>,
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

/** Foreign text as PostgreSQL can keep it: without U+0000 and halves of characters, and of bounded length. */
export function storable<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, 1000).replaceAll('\0', '').toWellFormed() : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
