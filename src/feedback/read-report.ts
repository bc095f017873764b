import { readDisposition, readTitledAnswer, readWordedAnswer } from './answers.ts';
import { readComplaint } from './complaint.ts';
import { readDeliveryStatus, readNotice } from './failures.ts';
import { clearWords } from './judge.ts';
import { type Mail, openMail } from './mail.ts';
import { failureSubjects, openings, type Sign, senders } from './patterns/notices.ts';
import { findPattern } from './patterns/pattern.ts';
import type { Report } from './report.ts';
import { findReply, findStatus, simplify } from './words.ts';

/**
 * What a message says about mail of ours: that it bounced, for whom and why, that a reader complains, that a machine
 * answers. Never throws, whatever the bytes; reads 10 MiB, 100 parts and 100 recipients of them, in bounded time. Pure.
 */
export function readReport(message: Uint8Array): Report {
  const mail = openMail(message);
  if (isMachineReport(mail)) return nothing();
  return (
    readComplaint(mail) ?? readDeliveryStatus(mail) ?? readDisposition(mail) ?? readWords(mail) ?? nothing()
  );
}

function nothing(): Report {
  const verdict = { kind: 'none' as const, status: null, reason: null, recipient: null, pattern: null };
  return { ...verdict, recipients: [], message_id: null };
}

/** Reports about domains: DMARC's (RFC 7489 §7.2.1.1) and TLS-RPT's (RFC 8460 §5.3). */
function isMachineReport({ report_type, subject }: Mail): boolean {
  return report_type === 'tlsrpt' || /^(?:\[?preview\]? ?:?)?report domain:/.test(subject);
}

/**
 * Notices in words, and answers of machines. What only a mail system writes comes first; then what only an auto-responder
 * does; then what both might, such as Auto-Submitted: auto-replied, which Exim and Postfix set on bounces too.
 */
function readWords(mail: Mail): Report | null {
  if (mail.headers.has('x-failed-recipients') || mail.report_type === 'delivery-status')
    return readNotice(mail);
  if (mail.headers.has('list-unsubscribe') || mail.headers.has('list-id')) return null;
  const text = simplify(mail.words);
  const answer = readTitledAnswer(mail);
  const isNamedFailure = findSign(failureSubjects, 'subject', mail.subject) !== undefined;
  const sender = findSign(senders, 'sender', mail.sender)?.name;
  const hasCode = findReply(mail.words) !== null || findStatus(mail.words) !== null;
  const explains = hasCode || findPattern(clearWords, 'words', text) !== undefined;
  if (findSign(openings, 'text', text) && (sender || (isNamedFailure && explains && !answer)))
    return readNotice(mail);
  if (answer) return answer;
  if (isNamedFailure && (sender || explains)) return readNotice(mail);
  if (sender === 'daemon' && explains) return readNotice(mail);
  return readWordedAnswer(mail);
}

function findSign(table: Sign[], where: Sign['where'], text: string): Sign | undefined {
  return table.find(sign => sign.where === where && sign.expression.test(text));
}
