import { findAddresses, firstAddress, withDomains } from './addresses.ts';
import { parseDeliveryStatus, type RecipientStatus } from './delivery-status.ts';
import { diagnose } from './diagnose.ts';
import { firstHeader, readHeader } from './headers.ts';
import { findMessageId, type Mail, readMessageId } from './mail.ts';
import { readText } from './mime.ts';
import { readSections, type Section } from './notice.ts';
import { delays, endings, receipts } from './patterns/notices.ts';
import { findPattern, type Pattern } from './patterns/pattern.ts';
import { type Diagnosis, type Report, summarize } from './report.ts';
import { findReply, findStatus, oneLine, simplify } from './words.ts';

/** Reads the machine-readable fields of a delivery status notification (RFC 3464, 6533); null if it has none. */
export function readDeliveryStatus(mail: Mail): Report | null {
  const part =
    mail.leaves.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type)) ??
    mail.leaves.find(
      ({ type, body }) => type.startsWith('text/') && hasStatusFields(body.slice(0, 64 * 1024)),
    );
  if (!part) return null;
  const { recipients, message_fields } = parseDeliveryStatus(readText(part));
  if (recipients.length === 0) return null;
  const sections = readSections(mail.words);
  const message_id =
    findMessageId(mail) ?? readMessageId(firstHeader(message_fields, 'x-original-message-id'));
  return summarize(
    // The text is read only for a single recipient: a text about several does not tell them apart, and reading it again for each of many
    // takes long.
    recipients.map(status =>
      readRecipient(status, mail, sections, recipients.length === 1 ? [mail.words] : []),
    ),
    message_id,
  );
}

function hasStatusFields(text: string): boolean {
  return /^(?:final|original)-recipient:/im.test(text) && /^(?:action|status):/im.test(text);
}

function readRecipient(
  status: RecipientStatus,
  mail: Mail,
  sections: Section[],
  comments: string[],
): Diagnosis {
  const { action, diagnostic } = status;
  const recipient = status.recipient ?? sections[0]?.recipient ?? findRecipient(mail);
  const settled = {
    recipient,
    status: status.status ?? findStatus(diagnostic),
    reason: oneLine(diagnostic) || null,
  };
  if (action.startsWith('delay')) return { ...settled, kind: 'delayed', pattern: 'action-delayed' };
  if (/^(?:deliver|relay|expand)/.test(action) || (action === '' && settled.status?.startsWith('2'))) {
    return { ...settled, kind: 'delivered', pattern: `action-${action.replace(/[^a-z].*$/s, '') || 'none'}` };
  }
  const late = action === '' && settled.status?.startsWith('4') ? findDelay(mail) : undefined;
  if (late) return { ...settled, kind: 'delayed', pattern: late.name };
  const own = sections.filter(section => section.recipient.toLowerCase() === recipient?.toLowerCase());
  const texts = [...own.map(({ words }) => words), ...comments];
  return diagnose({ ...status, recipient, texts, ours: findOurs(mail) });
}

/** Reads a notice in prose. Returns a diagnosis for each recipient that it lists. */
export function readNotice(mail: Mail): Report {
  const message_id = findMessageId(mail);
  const sections = readSections(mail.words).filter(({ recipient }) => !isOurs(recipient, mail));
  const outcome = findReceipt(mail) ?? findDelay(mail);
  const listed = sections.length > 0 ? sections : [{ recipient: findRecipient(mail), words: '' }];
  const comments = [mail.words, mail.subject];
  const ours = findOurs(mail);
  const only = listed.length === 1 ? listed[0]!.recipient : null;
  const common = diagnose({ recipient: only, status: null, diagnostic: '', texts: comments, ours });
  const diagnoses = listed.map(({ recipient, words }): Diagnosis => {
    // A single reply needs no comment, and neither do words about one of several recipients. Recipients without words share those of the
    // notice.
    const texts = listed.length > 1 || findReply(words) !== null ? [] : comments;
    const diagnosis =
      words === ''
        ? { ...common, recipient }
        : diagnose({ recipient, status: null, diagnostic: words, texts, ours });
    return outcome ? { ...diagnosis, kind: outcome.kind, pattern: outcome.name } : diagnosis;
  });
  return summarize(diagnoses, message_id)!;
}

function findReceipt({ subject, words }: Mail): Pattern | undefined {
  return findPattern(receipts, 'subject', subject) ?? findPattern(receipts, 'text', simplify(words));
}

/** Whether the host keeps trying: by the text, or else by the subject if the text does not say that it gave up. */
function findDelay({ subject, words }: Mail): Pattern | undefined {
  const text = simplify(words);
  const said = findPattern(delays, 'text', text);
  if (said) return said;
  const isOver = endings.test(text) || findReply(words)?.code.startsWith('5');
  return isOver ? undefined : findPattern(delays, 'subject', subject);
}

/** Finds the address that a notice without a list is about. */
function findRecipient(mail: Mail): string | null {
  const failed = firstAddress(readHeader(mail.headers, 'x-failed-recipients'));
  if (failed) return failed;
  const originalTo = firstAddress(readHeader(mail.original, 'to')) ?? findCopyTo(mail.copy);
  const named = findAddresses(mail.words).filter(address => !isOurs(address, mail));
  const isOriginalNamed = named.some(address => address.toLowerCase() === originalTo?.toLowerCase());
  return (isOriginalNamed ? originalTo : named[0]) ?? originalTo;
}

function findCopyTo(copy: string): string | null {
  return firstAddress(/^[>|\s]{0,10}to:\s{0,10}(.{1,500})/im.exec(copy)?.[1] ?? '');
}

/** Finds the addresses and domains under which our mail was sent, from the copy of it and from the address to which this message came. */
function findOurs({ headers, original, copy }: Mail): string[] {
  const senders = [
    readHeader(headers, 'to'),
    readHeader(original, 'return-path'),
    readHeader(original, 'from'),
    /^[>|\s]{0,10}return-path:\s{0,10}(.{1,500})/im.exec(copy)?.[1] ?? '',
    /^[>|\s]{0,10}from:\s{0,10}(.{1,500})/im.exec(copy)?.[1] ?? '',
  ];
  return withDomains(senders.flatMap(sender => firstAddress(sender) ?? []));
}

/** Whether an address is the sender's (of the notice or of our mail), or a postmaster to contact. */
function isOurs(address: string, mail: Mail): boolean {
  const wanted = address.toLowerCase();
  const known = ['to', 'from', 'reply-to', 'delivered-to', 'x-original-to'].map(name =>
    readHeader(mail.headers, name),
  );
  known.push(
    /^[>|\s]{0,10}from:\s{0,10}(.{1,500})/im.exec(mail.copy)?.[1] ?? '',
    readHeader(mail.original, 'from'),
    readHeader(mail.original, 'return-path'),
    firstHeader(mail.original, 'message-id'),
  );
  return (
    known.some(value => value.toLowerCase().includes(wanted)) ||
    /^(?:post-?master|mailer-daemon|abuse|noc|helpdesk|support|hostmaster|webmaster)@/.test(wanted)
  );
}
