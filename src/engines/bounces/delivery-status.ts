import { readRecipientField } from './addresses.ts';
import { decodeWords, firstHeader, type Headers, parseFields, toHeaders } from './headers.ts';

/** The fields about one recipient (RFC 3464 §2.3). */
export type RecipientStatus = {
  recipient: string | null;
  action: string;
  status: string | null;
  /** The text of Diagnostic-Code without its type; or else the comment of Status. */
  diagnostic: string;
};

export type DeliveryStatus = { message_fields: Headers; recipients: RecipientStatus[] };

const mostRecipients = 100;

/**
 * Reads a message/delivery-status or message/global-delivery-status (RFC 3464, 6533), even if its groups are not
 * separated properly. At most 100 recipients.
 */
export function parseDeliveryStatus(text: string): DeliveryStatus {
  const groups: [string, string][][] = [];
  for (const block of text.split(/\n[ \t]*\n/, 4 * mostRecipients)) {
    let group: [string, string][] = [];
    for (const field of parseFields(block)) {
      // Some hosts omit the empty line between two recipients.
      if (isRecipient(field) && group.some(([name]) => name === field[0])) {
        groups.push(group);
        group = [];
      }
      group.push(field);
    }
    const last = groups.at(-1);
    // Others put one before Action, or between all fields.
    if (last?.some(isRecipient) && !group.some(isRecipient)) last.push(...group);
    else if (group.length > 0) groups.push(group);
  }
  const concerned = groups.filter(group => group.some(isRecipient));
  const orphans = groups.filter(
    group => !group.some(isRecipient) && group.some(([name]) => name === 'action'),
  );
  const chosen = concerned.length > 0 ? concerned : orphans;
  return {
    message_fields: toHeaders(
      groups.filter(group => !group.some(([name]) => name === 'final-recipient')).flat(),
    ),
    recipients: chosen.slice(0, mostRecipients).map(group => readGroup(toHeaders(group))),
  };
}

function isRecipient([name]: [string, string]): boolean {
  return name === 'final-recipient' || name === 'original-recipient';
}

function readGroup(group: Headers): RecipientStatus {
  const [, code = null, comment = ''] =
    /\b([245]\.\d{1,3}\.\d{1,3})\b\s*(.*)$/s.exec(firstHeader(group, 'status')) ?? [];
  const diagnostic = firstHeader(group, 'diagnostic-code').replace(/^\s*[\w.-]{1,40}\s*;\s*/, '');
  return {
    recipient:
      readRecipientField(decodeWords(firstHeader(group, 'original-recipient'))) ??
      readRecipientField(decodeWords(firstHeader(group, 'final-recipient'))),
    action: firstHeader(group, 'action').toLowerCase(),
    status: code,
    diagnostic: decodeWords(diagnostic) || comment.replace(/^\((.*)\)$/, '$1'),
  };
}
