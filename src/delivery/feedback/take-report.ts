import { suppress } from '../../audience/subscribers/suppress.ts';
import type { Diagnosis, Report } from '../../engines/bounces/report.ts';
import { recordEvent } from '../../journal/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import {
  type DeliveryName,
  type LockedDelivery,
  lockDelivery,
  noteComplaint,
  settleUncertain,
} from '../ledger/late-evidence.ts';
import { bounce, type SoftBounceRule, type Told } from './bounce.ts';
import type { Clue, Source } from './feedback.ts';
import { countRefusal, insertFeedback, insertUnassigned, isKnownReport } from './queries.ts';

export type ReportContext = { db: Database; clock: Clock; rule: SoftBounceRule };

/** Facts about a report apart from its content. */
export type Origin = {
  source: Source;
  /** The delivery that the report claims to be about, and the evidence. */
  about: { delivery: DeliveryName; clue: Clue } | null;
  /** Restricts the report to deliveries of this newsletter; undefined means any. */
  newsletter_key?: number;
  /** Restricts the report to copies that this relay took, as far as the ledger names the relay; undefined means any. */
  relay_key?: number;
  /** A hash that stays the same when the report is repeated. */
  report_hash: Buffer;
};

/**
 * Processes a report in one transaction: stores it, updates the ledger, and applies its effect on the subscriber. The sender may then
 * forget the report, or repeat it after a crash. The same report twice counts once, and so do two reports with the same content about one
 * delivery. A report that matches no delivery is stored for a while and has no effect. Returns whether it matched one.
 */
export async function takeReport(
  { db, clock, rule }: ReportContext,
  { source, about, newsletter_key, relay_key, report_hash }: Origin,
  report: Report,
): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async trx => {
    const known = about && (await lockDelivery(trx, about.delivery, newsletter_key));
    const delivery = known && (relay_key === undefined || mayHaveTaken(relay_key, known)) ? known : null;
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
    // Nothing is stored that identifies a deleted subscriber.
    const words = subscriber_id === null ? { reason: null, recipient: null } : { reason, recipient };
    await takeEffect(trx, delivery, storable({ kind, status, pattern, ...words }), rule, now);
    if (kind === 'delivered') return true; // the ledger has this already, and services report it for every mail
    const subscriber_key = subscriber_id === null ? null : delivery.subscriber_key;
    await insertFeedback(
      trx,
      storable({
        ...row,
        kind,
        status,
        pattern,
        ...words,
        email_key,
        subscriber_key,
        newsletter_key: delivery.newsletter_key,
        identified_by: about!.clue,
      }),
    );
    return true;
  });
}

/** Whether the relay may have taken the copy: the ledger names this relay, or no relay yet. */
function mayHaveTaken(relay_key: number, delivery: LockedDelivery): boolean {
  return delivery.relay_key === relay_key || delivery.is_open;
}

/** Returns the diagnosis for this recipient if the report has one, or else the most serious. */
function diagnosisFor(report: Report, email_address: string | null): Diagnosis {
  const wanted = email_address?.toLowerCase();
  return report.recipients.find(({ recipient }) => recipient?.toLowerCase() === wanted) ?? report;
}

/**
 * Applies the effect of a report. Complaints and bounces each have their own function. An automatic reply, however late, means that the
 * mail arrived.
 */
async function takeEffect(
  trx: Database,
  delivery: LockedDelivery,
  told: Told,
  rule: SoftBounceRule,
  now: Date,
): Promise<void> {
  switch (told.kind) {
    case 'complaint':
      return complain(trx, delivery, told);
    case 'hard':
    case 'soft':
    case 'policy':
      return bounce(trx, delivery, { ...told, kind: told.kind }, rule, now);
    case 'none':
      return;
    default:
      return settleUncertain(trx, delivery.email_key, delivery.subscriber_key);
  }
}

/** Returns foreign text in a form that PostgreSQL can store: without U+0000 and unpaired surrogates, and of bounded length. */
export function storable<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, 1000).replaceAll('\0', '').toWellFormed() : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/** Records a complaint in the ledger. The first one also ends the subscription. */
async function complain(trx: Database, delivery: LockedDelivery, { reason, status }: Told): Promise<void> {
  const { newsletter_key, subscriber_id, email_id } = delivery;
  if (!(await noteComplaint(trx, delivery)) || subscriber_id === null) return;
  const words = reason ?? status ?? '';
  await suppress(trx, newsletter_key, subscriber_id, 'complained', words);
  const event = { event_type: 'subscriber.complained', subscriber_id, email_id } as const;
  await recordEvent(trx, newsletter_key, { ...event, data: { reason: words } });
}
