import { recordEvent } from '../../accounts/events/record.ts';
import { suppress } from '../../audience/subscribers/suppress.ts';
import type { Diagnosis, Report } from '../../engines/bounces/report.ts';
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

/**
 * When soft bounces make a subscriber undeliverable: on this many emails in a row, with this many days between the
 * first and the last.
 */
export type SoftBounceRule = { soft_bounces: number; soft_bounce_days: number };

export function softBounceRule(config: Pick<Config, 'SOFT_BOUNCES' | 'SOFT_BOUNCE_DAYS'>): SoftBounceRule {
  return { soft_bounces: config.SOFT_BOUNCES, soft_bounce_days: config.SOFT_BOUNCE_DAYS };
}

export type ReportContext = { db: Database; clock: Clock; rule: SoftBounceRule };

/** What is known about a report apart from its content. */
export type Origin = {
  source: Source;
  /** The delivery that it claims to be about, and the evidence. */
  about: { delivery: DeliveryName; clue: Clue } | null;
  /** Restricts it to deliveries of this newsletter; undefined means any. */
  newsletter_key?: number;
  /** Stays the same when the report is repeated. */
  report_hash: Buffer;
};

/**
 * Processes a report in one transaction: stores it, updates the ledger, and applies its effect on the subscriber.
 * Whoever delivered it may then forget it, or repeat it after a crash. The same report twice counts once, and so do two
 * that say the same about one delivery. A report that matches no delivery is stored for a while and has no effect.
 * Returns whether it matched one.
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
    // The delivery is locked, so two concurrent copies of a report are processed one after the other.
    if (await isKnownReport(trx, report_hash)) return true;
    const { kind, status, reason, recipient, pattern } = diagnosisFor(report, delivery.email_address);
    const { email_key, subscriber_id } = delivery;
    // For deleted subscribers, nothing is stored that identifies them.
    const words = subscriber_id === null ? { reason: null, recipient: null } : { reason, recipient };
    await takeEffect(trx, delivery, storable({ kind, status, pattern, ...words }), rule, now);
    if (kind === 'delivered') return true; // the ledger has this already, and providers send it for every mail
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

/** The diagnosis for this recipient if the report has one, or else the most serious. */
function diagnosisFor(report: Report, email_address: string | null): Diagnosis {
  const wanted = email_address?.toLowerCase();
  return report.recipients.find(({ recipient }) => recipient?.toLowerCase() === wanted) ?? report;
}

async function takeEffect(
  trx: Database,
  delivery: LockedDelivery,
  { kind, reason, status, pattern }: Omit<Diagnosis, 'recipient'>,
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
  // A recipient who replies, in whatever way, has received the mail.
  if (kind !== 'none') await settleUncertain(trx, email_key, subscriber_key);
}

/**
 * The consequences of a failed mail for the subscriber: the event, and the end of the subscription if it is serious
 * enough.
 */
export async function failDelivery(
  trx: Database,
  delivery: LockedDelivery,
  { kind, reason, status, pattern }: Omit<Diagnosis, 'recipient'>,
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

/** Foreign text in a form that PostgreSQL can store: without U+0000 and unpaired surrogates, and of bounded length. */
export function storable<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, 1000).replaceAll('\0', '').toWellFormed() : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
