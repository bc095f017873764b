import { createHash } from 'node:crypto';
import { findNewsletterByKey } from '../../accounts/queries.ts';
import { unsubscribeByLink } from '../../audience/readers/unsubscribe.ts';
import { type TakeContext, takeReply } from '../../audience/replies/take.ts';
import { firstHeader } from '../../engines/bounces/headers.ts';
import { type Mail, openMail } from '../../engines/bounces/mail.ts';
import { isDomainReport, readMail } from '../../engines/bounces/read-report.ts';
import type { Report } from '../../engines/bounces/report.ts';
import { findReturnPath, type ReadAddress, readReturnPath } from '../../links/return-path.ts';
import { readLink } from '../../links/unsubscribe.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { type DomainReportContext, takeDomainReports } from '../domain-reports/take.ts';
import { type DeliveryName, lockDelivery } from '../ledger/late-evidence.ts';
import { proveOwnMessageId } from '../ledger/message-ids.ts';
import type { Clue, Source } from './feedback.ts';
import type { ProviderReport } from './providers/provider-report.ts';
import { readSnsMail } from './providers/sns-mail.ts';
import { countRefusal, type RefusalReason } from './queries.ts';
import { keptBytes } from './read-start.ts';
import { type ReportContext, takeReport } from './take-report.ts';

/** How many days a return path is valid: no server tries for longer, and an old one may have been seen by many. */
const returnPathDays = 90;

export type MessageContext = ReportContext & TakeContext & DomainReportContext & { log: Log; secret: Secret };

export type Envelope = {
  source: Source;
  /** The address to which it was sent; null if unknown. */
  recipient: string | null;
  /** The sender; null if unknown, empty for <>. */
  sender: string | null;
  newsletter_key?: number;
};

/**
 * `taken`: the message was about one of our deliveries, and has taken effect. `unassigned`: it is stored. `refused`: the recipient was
 * forged.
 */
export type Taken = 'taken' | 'unassigned' | 'refused';

/** Processes a message: a report, an unsubscribe mail, or a reader's reply. Reads 10 MiB of it. */
export async function takeMessage(
  context: MessageContext,
  envelope: Envelope,
  message: Uint8Array,
): Promise<Taken> {
  const { recipient, source, newsletter_key } = envelope;
  const address = recipient === null ? null : await readRecipient(context, recipient);
  if (address === 'refused') return 'refused';
  if (address?.purpose === 'unsubscribe') return takeUnsubscription(context, address, envelope);
  const mail = openMail(message);
  if (address?.purpose === 'reply' && !isReport(mail, envelope)) {
    const { newsletter_key: theirs } = address;
    if (newsletter_key !== undefined && newsletter_key !== theirs) return 'unassigned';
    const report_hash = hashMessage(mail, message, 'reply', recipient);
    const is_cut = message.byteLength === keptBytes;
    const arrived = { newsletter_key: theirs, sender: envelope.sender, mail, is_cut, report_hash };
    return (await takeReply(context, arrived)) ? 'taken' : 'refused';
  }
  const isForNobody = address === null || address.purpose === 'other';
  if (address?.purpose === 'domain_report' || (isForNobody && isDomainReport(mail)))
    return takeReportsOnDomains(context, newsletter_key, mail, message);
  const notices = readSnsMail(context.secret, mail);
  if (notices) return takeNotices(context, envelope, notices);
  const path =
    address?.purpose === 'bounce'
      ? address
      : findReturnPath(context.secret, firstHeader(mail.original, 'return-path'));
  const report = readMail(mail, { is_about_ours: path !== null, is_from_nobody: envelope.sender === '' });
  const about = path
    ? { delivery: path, clue: 'return_path' as const }
    : findDelivery(context.secret, mail, report);
  const report_hash = hashMessage(mail, message, report.kind, recipient);
  const isOurs = await takeReport(context, { source, about, newsletter_key, report_hash }, report);
  return isOurs ? 'taken' : 'unassigned';
}

/**
 * Whether a mail to a newsletter is a report of a mail system, not a mail of a reader: by its form, or by its words if it has no sender.
 * Text that a person writes or forwards is never a report, whatever it says.
 */
function isReport(mail: Mail, { sender }: Envelope): boolean {
  if (mail.report_type !== '' || mail.headers.has('x-failed-recipients')) return true;
  if (sender !== '') return false;
  const { kind } = readMail(mail, { is_about_ours: false, is_from_nobody: true });
  return kind !== 'none' && kind !== 'auto_reply';
}

/** Stores reports by receivers about our domains. Those that are not stored are counted, by reason. */
async function takeReportsOnDomains(
  context: MessageContext,
  newsletter_key: number | undefined,
  { sender }: Mail,
  message: Uint8Array,
): Promise<Taken> {
  const reason = await takeDomainReports(context, { newsletter_key, sender }, message);
  if (reason === null) return 'taken';
  await countRefusal(context.db, reason, context.clock());
  return 'unassigned';
}

/** Processes a mail service's notification that was sent as a mail, with a report for each recipient. */
async function takeNotices(
  context: MessageContext,
  { source, newsletter_key }: Envelope,
  notices: ProviderReport[],
): Promise<Taken> {
  let taken: Taken = 'unassigned';
  for (const { report, about, event } of notices) {
    const report_hash = createHash('sha256')
      .update(JSON.stringify(['notice', event]))
      .digest();
    const isOurs = await takeReport(context, { source, about, newsletter_key, report_hash }, report);
    if (isOurs) taken = 'taken';
  }
  return taken;
}

/** Reads the signed address to which the mail was sent. An address that only looks like ours is counted and `refused`. */
export async function readRecipient(
  { db, clock, log, secret }: MessageContext,
  recipient: string,
): Promise<ReadAddress | 'refused'> {
  const address = readReturnPath(secret, recipient);
  if (address.purpose === 'reply' && !(await findNewsletterByKey(db, address.newsletter_key)))
    return 'refused';
  const now = clock();
  const oldest = now.getTime() - returnPathDays * day_ms;
  let reason: RefusalReason;
  if (address.purpose === 'forged') reason = 'forged_return_path';
  else if (address.purpose === 'bounce' && address.date.getTime() < oldest) reason = 'expired_return_path';
  else return address;
  log.warn({ reason }, 'mail to a forged return path was refused');
  await countRefusal(db, reason, now);
  return 'refused';
}

/** Unsubscribes the owner of the address, whoever sent the message. Mail from <> does not come from a person, so it has no effect. */
async function takeUnsubscription(
  { db }: MessageContext,
  name: DeliveryName,
  { sender, newsletter_key }: Envelope,
): Promise<Taken> {
  if (sender === '') return 'unassigned';
  return inTransaction(db, async trx => {
    const delivery = await lockDelivery(trx, name, newsletter_key);
    if (!delivery?.subscriber_id) return 'unassigned';
    const { email_id, subscriber_id } = delivery;
    await unsubscribeByLink(trx, { email_id, subscriber_id });
    return 'taken';
  });
}

/**
 * Finds the delivery that the returned copy of our message identifies by other means than the return path: by its unsubscribe address or
 * Message-ID.
 */
function findDelivery(
  secret: Secret,
  { original }: Mail,
  { message_id }: Report,
): { delivery: DeliveryName; clue: Clue } | null {
  const unsubscribe = firstHeader(original, 'list-unsubscribe');
  const [, token = ''] = /\/unsubscribe\/([\w-]{20,200})>/.exec(unsubscribe) ?? [];
  const owner = readLink(secret, token);
  if (owner) return { delivery: owner, clue: 'unsubscribe_link' };
  const [, mailbox = ''] = /<mailto:(unsub\+[^<>?\s]{1,300})/i.exec(unsubscribe) ?? [];
  const address = readReturnPath(secret, mailbox);
  if (address.purpose === 'unsubscribe') return { delivery: address, clue: 'unsubscribe_link' };
  const delivery = message_id === null ? null : proveOwnMessageId(secret, message_id);
  return delivery && { delivery, clue: 'message_id' };
}

/** Returns a hash that is the same if a message arrives twice, even over different hosts: the headers that they add do not count. */
function hashMessage({ headers }: Mail, message: Uint8Array, kind: string, recipient: string | null): Buffer {
  const identity = ['message', kind, recipient?.toLowerCase(), firstHeader(headers, 'message-id')];
  const hash = createHash('sha256').update(JSON.stringify(identity));
  if (!headers.has('message-id')) hash.update(bodyOf(message));
  return hash.digest();
}

function bodyOf(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const end = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter(at => at >= 0);
  return end.length > 0 ? bytes.subarray(Math.min(...end)) : bytes;
}
