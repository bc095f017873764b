import { findAddresses } from './addresses.ts';
import { readDisposition, readTitledAnswer, readWordedAnswer } from './answers.ts';
import { readComplaint } from './complaint.ts';
import { clearWords } from './diagnose.ts';
import { readDeliveryStatus, readNotice } from './failures.ts';
import { firstHeader } from './headers.ts';
import { type Mail, openMail } from './mail.ts';
import { endings, failureSubjects, openings, type Sign, senders } from './patterns/notices.ts';
import { findPattern } from './patterns/pattern.ts';
import type { Report } from './report.ts';
import { findReply, findStatus, simplify } from './words.ts';

/**
 * Reads the meaning of a message for our mail: that it bounced, for whom and why, that a reader complains, or that a machine replied. It is
 * a pure function and never throws, whatever the bytes. It reads 10 MiB, 100 parts and 100 recipients, in bounded time.
 */
export function readReport(message: Uint8Array): Report {
  return readMail(openMail(message), noProof);
}

/** Facts about a message apart from its content. */
export type Proof = {
  /** Whether it came to one of our return paths. Then it is about that copy, and not from a mailing list on which we happen to be. */
  is_about_ours: boolean;
  /** Whether its envelope sender is <>. Then a machine sent it. */
  is_from_nobody: boolean;
};

const noProof: Proof = { is_about_ours: false, is_from_nobody: false };

/** Like readReport, for a parsed message. */
export function readMail(mail: Mail, proof: Proof): Report {
  if (isDomainReport(mail)) return nothing();
  return (
    readComplaint(mail) ??
    readDeliveryStatus(mail) ??
    readDisposition(mail) ??
    readWords(mail, proof) ??
    nothing()
  );
}

function nothing(): Report {
  const diagnosis = { kind: 'none' as const, status: null, reason: null, recipient: null, pattern: null };
  return { ...diagnosis, recipients: [], message_id: null };
}

/** Whether it is a report about a domain: DMARC (RFC 7489 §7.2.1.1) or TLS-RPT (RFC 8460 §5.3). */
export function isDomainReport({ report_type, subject }: Mail): boolean {
  return report_type === 'tlsrpt' || /^(?:\[?preview\]? ?:?)?report domain:/.test(subject);
}

/**
 * Reads notices in prose, and automatic replies. It first looks for signs of mail systems, then for signs of auto-responders, and then for
 * signs that both may leave, such as Auto-Submitted: auto-replied, which Exim and Postfix also set on bounces. A subject and words that a
 * person may write as well ("Returned from holiday", "I have moved") count only in mail from a machine.
 */
function readWords(mail: Mail, proof: Proof): Report | null {
  if (mail.headers.has('x-failed-recipients') || mail.report_type === 'delivery-status')
    return readNotice(mail);
  const isOfList = mail.headers.has('list-unsubscribe') || mail.headers.has('list-id');
  if (isOfList && !proof.is_about_ours) return null;
  const text = simplify(mail.words);
  const answer = readTitledAnswer(mail);
  const isNamedFailure = findSign(failureSubjects, 'subject', mail.subject) !== undefined;
  const sender = findSign(senders, 'sender', mail.sender)?.name;
  const hasCode = findReply(mail.words) !== null || findStatus(mail.words) !== null;
  const isMachine = sender !== undefined || proof.is_from_nobody || isMachineMade(mail);
  const explains = hasCode || findPattern(clearWords, 'words', text) !== undefined;
  const opens = findSign(openings, 'text', text) !== undefined;
  if (opens && (sender || (isNamedFailure && !answer && (hasCode || (isMachine && explains)))))
    return readNotice(mail);
  if (answer) return answer;
  if (isNamedFailure && (sender || (isMachine && explains))) return readNotice(mail);
  if (sender === 'daemon' && (explains || endings.test(text))) return readNotice(mail);
  const worded = readWordedAnswer(mail);
  if (!worded && opens && explains && isMachine && isAboutMail(mail, proof)) return readNotice(mail);
  return worded;
}

/** Whether the header, or an attached copy of our mail, shows that no person wrote this. */
function isMachineMade({ headers, original, sender }: Mail): boolean {
  const submitted = firstHeader(headers, 'auto-submitted').toLowerCase();
  return (
    firstHeader(headers, 'return-path').trim() === '<>' ||
    (submitted !== '' && !submitted.startsWith('no')) ||
    /\b(no-?reply|do-?not-?reply)@/.test(sender) ||
    original.size > 0
  );
}

/** Whether a notice without a telling sender or subject is about our mail, and not about a parcel. */
function isAboutMail({ original, words }: Mail, proof: Proof): boolean {
  return proof.is_about_ours || original.size > 0 || findAddresses(words).length > 0;
}

function findSign(table: Sign[], where: Sign['where'], text: string): Sign | undefined {
  return table.find(sign => sign.where === where && sign.expression.test(text));
}
