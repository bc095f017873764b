import { firstAddress } from '../../engines/bounces/addresses.ts';
import { isByMachine } from '../../engines/bounces/answers.ts';
import { decodeWords, firstHeader, parseParameters, readHeader } from '../../engines/bounces/headers.ts';
import { readHtml } from '../../engines/bounces/html.ts';
import { type Mail, readMessageId } from '../../engines/bounces/mail.ts';
import { type Part, readText } from '../../engines/bounces/mime.ts';
import { domainOf, parseMailAddress } from '../../platform/mail/address.ts';
import { type AttachedFile, longest } from './reply.ts';

/** The content of a mail to a newsletter, in a form that can be stored and shown: bounded, plain text, no control characters. */
export type ReadReply = {
  /** Null if there is no address to answer to. */
  from_address: string | null;
  from_name: string;
  subject: string;
  text: string;
  is_cut: boolean;
  files: AttachedFile[];
  /** The Message-ID without <>; empty if the mail has none. */
  message_id: string;
  /** The ids of the mails before it, oldest first. */
  reference_ids: string[];
  is_automatic: boolean;
  is_authentic: boolean | null;
};

type Known = {
  /** The envelope sender; null if unknown, empty for <>. */
  sender: string | null;
  /** The mail server whose Authentication-Results are believed; undefined: none. */
  authserv_id: string | undefined;
};

const mostReferences = 20;
const longestId = 300;

export function readReply(mail: Mail, { sender, authserv_id }: Known): ReadReply {
  const { headers, leaves } = mail;
  const field = readHeader(headers, 'from');
  const from_address = parseMailAddress(firstAddress(field.replace(/^[^<]*(?=<)/, '')) ?? sender ?? '');
  const texts = leaves.filter(part => !isFile(part) && /^text\/(plain|html)$/.test(part.type));
  const plain = texts.filter(({ type }) => type === 'text/plain').map(readText);
  const words = plain.join('\n\n').trim()
    ? plain
    : texts.filter(({ type }) => type === 'text/html').map(part => readHtml(readText(part)));
  const text = clean(words.join('\n\n'), true).trim();
  return {
    from_address,
    from_name: clean(field.replace(/<[^<>]*>.*$/s, '').replace(/^\s*"|"\s*$/g, ''), false)
      .trim()
      .slice(0, longest.name),
    subject: clean(readHeader(headers, 'subject'), false).trim().slice(0, longest.subject),
    text: text.slice(0, longest.text).toWellFormed(),
    is_cut: text.length > longest.text,
    files: leaves
      .filter(part => isFile(part) || !texts.includes(part))
      .slice(0, longest.files)
      .map(fileOf),
    message_id: idsIn(firstHeader(headers, 'message-id'))[0] ?? '',
    reference_ids: referencesOf(mail),
    is_automatic: from_address === null || isByMachine(mail, { is_from_nobody: sender === '' }),
    is_authentic:
      from_address === null || authserv_id === undefined
        ? null
        : readResults(mail, authserv_id, from_address),
  };
}

function isFile({ headers, parameters }: Part): boolean {
  return (
    parameters.has('name') || /^\s*attachment\b|\bfilename/i.test(firstHeader(headers, 'content-disposition'))
  );
}

function fileOf({ headers, type, parameters }: Part): AttachedFile {
  const disposition = parseParameters(
    `;${firstHeader(headers, 'content-disposition').replace(/^[^;]*;?/, '')}`,
  );
  const given =
    disposition.get('filename') ?? parameters.get('name') ?? readExtended(disposition.get('filename*'));
  return {
    name: clean(decodeWords(given ?? ''), false)
      .trim()
      .slice(0, longest.name),
    content_type: type.slice(0, 100),
  };
}

/** Reads a name in the form `UTF-8''a%20b` (RFC 2231). */
function readExtended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Removes control characters, and characters that change the direction of the following text. Line breaks stay if `has_lines`. */
function clean(text: string, has_lines: boolean): string {
  const plain = text.replace(/\r\n?/g, '\n').toWellFormed();
  const lines = has_lines ? plain : plain.replace(/\s+/g, ' ');
  return lines.replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

function referencesOf({ headers }: Mail): string[] {
  const ids = [...idsIn(firstHeader(headers, 'references')), ...idsIn(firstHeader(headers, 'in-reply-to'))];
  return [...new Set(ids)].slice(-mostReferences);
}

function idsIn(field: string): string[] {
  const ids = [...field.matchAll(/<[^<>\s]{1,900}>/g)].map(([id]) => readMessageId(id));
  // The ids go into the header of an answer.
  return ids.filter(id => id !== null && id.length <= longestId && /^[!-~]+$/.test(id)) as string[];
}

/**
 * Whether the server in front of us, by its own name, has found that the mail comes from the domain in From (RFC 8601): by DMARC, or else
 * by SPF for the same domain. Null if it found nothing.
 */
function readResults({ headers }: Mail, authserv_id: string, from_address: string): boolean | null {
  const wanted = authserv_id.toLowerCase();
  for (const field of headers.get('authentication-results') ?? []) {
    const results = field.toLowerCase().replace(/\([^()]{0,500}\)/g, ' ');
    if (results.split(/[;\s]/, 1)[0] !== wanted) continue;
    const dmarc = /;\s*dmarc\s*=\s*(pass|fail)\b/.exec(results)?.[1];
    if (dmarc) return dmarc === 'pass';
    const [, spf, mailfrom = ''] =
      /;\s*spf\s*=\s*(pass|fail)\b[^;]*?\bsmtp\.mailfrom\s*=\s*"?([^\s;"]+)/.exec(results) ?? [];
    if (spf && domainOf(mailfrom) === domainOf(from_address).toLowerCase()) return spf === 'pass';
  }
  return null;
}
