import { findAddresses, firstAddress } from './addresses.ts';
import { firstHeader, parseFields, readHeader, toHeaders } from './headers.ts';
import { findMessageId, type Mail, readMessageId } from './mail.ts';
import { readText } from './mime.ts';
import { type Kind, type Report, summarize } from './report.ts';

/** Types by which a reader complains (RFC 5965 §7.3, the IANA registry, and two that AOL used). */
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
 * What a feedback report (ARF) says; null when the message is none. Reports about authentication (RFC 6591) and of types
 * nobody has registered are `none`: no reader said anything.
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
  const verdict = {
    kind,
    status: null,
    reason,
    recipient: address,
    pattern: `feedback-${type || 'unknown'}`.slice(0, 60),
  };
  return summarize(
    [verdict],
    findMessageId(mail) ?? readMessageId(firstHeader(fields, 'original-message-id')),
  );
}

/** Hotmail's reports without ARF: "complaint about message from 192.0.2.1", with the mail as it came. */
function readOldComplaint(mail: Mail): Report | null {
  const reader =
    firstHeader(mail.original, 'x-hmxmroriginalrecipient') ||
    firstHeader(mail.headers, 'x-hmxmroriginalrecipient');
  if (reader === '' && !/^complaint about (a )?message/.test(mail.subject)) return null;
  const recipient = findAddresses(reader)[0] ?? firstAddress(readHeader(mail.original, 'to'));
  const verdict = {
    status: null,
    reason: 'complaint about message',
    recipient,
    pattern: 'complaint-about-message',
  };
  return summarize([{ kind: 'complaint', ...verdict }], findMessageId(mail));
}
