import { findAddresses, firstAddress } from './addresses.ts';
import { firstHeader, parseFields, readHeader, toHeaders } from './headers.ts';
import { findMessageId, type Mail, readMessageId } from './mail.ts';
import { readText } from './mime.ts';
import type { Kind } from './patterns/pattern.ts';
import { type Report, summarize } from './report.ts';

/** Feedback types that are complaints (RFC 5965 §7.3, the IANA registry, and two that AOL used). */
const types: Record<string, Kind> = {
  abuse: 'complaint',
  fraud: 'complaint',
  virus: 'complaint',
  other: 'complaint',
  'opt-out': 'complaint',
  'opt-out-list': 'complaint',
  'not-spam': 'not_spam',
};

/**
 * Reads a feedback report (ARF); null if the message is not one. Reports about authentication (RFC 6591) and of
 * unregistered types are `none`: no reader complained.
 */
export function readComplaint(mail: Mail): Report | null {
  const part =
    mail.leaves.find(({ type }) => type === 'message/feedback-report') ??
    mail.leaves.find(
      leaf => leaf.type === 'text/plain' && /^feedback-type:/im.test(leaf.body.slice(0, 4096)),
    );
  if (!part) return readOldComplaint(mail);
  const fields = toHeaders(
    parseFields(
      readText(part)
        .trim()
        .replace(/\n\s*\n/g, '\n'),
    ),
  );
  const type = firstHeader(fields, 'feedback-type')
    .toLowerCase()
    .replace(/[\s;].*$/s, '');
  const recipients = [...(fields.get('original-rcpt-to') ?? []), ...(fields.get('removal-recipient') ?? [])];
  const address =
    recipients.map(firstAddress).find(found => found !== null) ??
    firstAddress(readHeader(mail.original, 'to'));
  const kind = types[type] ?? 'none';
  const reason = kind === 'none' ? `a feedback report of type ${type || 'unknown'}` : type;
  const diagnosis = {
    kind,
    status: null,
    reason,
    recipient: address,
    pattern: `feedback-${type || 'unknown'}`.slice(0, 60),
  };
  return summarize(
    [diagnosis],
    findMessageId(mail) ?? readMessageId(firstHeader(fields, 'original-message-id')),
  );
}

/** Reads Hotmail's reports without ARF: "complaint about message from 192.0.2.1", with the original mail. */
function readOldComplaint(mail: Mail): Report | null {
  const reader =
    firstHeader(mail.original, 'x-hmxmroriginalrecipient') ||
    firstHeader(mail.headers, 'x-hmxmroriginalrecipient');
  if (reader === '' && !/^complaint about (a )?message/.test(mail.subject)) return null;
  const recipient = findAddresses(reader)[0] ?? firstAddress(readHeader(mail.original, 'to'));
  const diagnosis = {
    status: null,
    reason: 'complaint about message',
    recipient,
    pattern: 'complaint-about-message',
  };
  return summarize([{ kind: 'complaint', ...diagnosis }], findMessageId(mail));
}
