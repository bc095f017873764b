import { firstHeader, type Headers, parseFields, readHeader, toHeaders } from './headers.ts';
import { readHtml } from './html.ts';
import { leavesOf, type Part, parseMessage, readBytes, readText } from './mime.ts';
import { cutCopy } from './notice.ts';
import { simplify } from './words.ts';

/** A received message, parsed as far as a report needs. */
export type Mail = {
  headers: Headers;
  report_type: string;
  leaves: Part[];
  /** The subject, simplified for the tables. */
  subject: string;
  sender: string;
  /** The words of the host or person, without the copy of our message. */
  words: string;
  /** The copy of our message inside that text. */
  copy: string;
  /** The header of our message, from the part that returns it; empty if there is none. */
  original: Headers;
};

const longestWords = 64 * 1024;

export function openMail(message: Uint8Array): Mail {
  const root = unwrap(parseMessage(message));
  const leaves = leavesOf(root);
  const plain = leaves.filter(({ type }) => type === 'text/plain').map(readText);
  const html = leaves.filter(({ type }) => type === 'text/html').map(part => readHtml(readText(part)));
  // A short plain part next to HTML often only says that there is HTML.
  const texts = plain.join('').trim().length > 40 ? plain : [...plain, ...html];
  return {
    headers: root.headers,
    report_type: root.parameters.get('report-type')?.toLowerCase() ?? '',
    leaves,
    subject: simplify(readHeader(root.headers, 'subject')),
    // Addresses identify a daemon, but simplify() would remove them.
    sender: (readHeader(root.headers, 'from') || firstHeader(root.headers, 'return-path')).toLowerCase(),
    ...cutCopy(texts.join('\n\n').slice(0, longestWords)),
    original: findOriginal(leaves),
  };
}

/** Returns the report itself, if a gateway has put it into a message of its own without words. */
function unwrap(root: Part): Part {
  const [only, ...others] = leavesOf(root);
  const isWrapped = root.parts.length > 0 && only?.type === 'message/rfc822' && others.length === 0;
  return isWrapped && /postmaster@|mailer-daemon@/i.test(firstHeader(root.headers, 'from'))
    ? parseMessage(Buffer.from(readBytes(only), 'latin1'))
    : root;
}

const copies =
  /^(?:message\/(?:rfc822|global|partial|rfc822-headers|global-headers)|text\/rfc822-headers?|text\/rfc822)$/;

const tellingFields = ['message-id', 'to', 'list-unsubscribe', 'return-path'];

/** Finds the first returned message, or header of one, that has an identifying field. */
function findOriginal(leaves: Part[]): Headers {
  for (const part of leaves) {
    if (!copies.test(part.type)) continue;
    const head =
      readBytes(part)
        .replace(/^\s+/, '')
        .split(/\n[ \t]*\n/, 1)[0] ?? '';
    const headers = toHeaders(parseFields(head));
    if (tellingFields.some(name => headers.has(name))) return headers;
  }
  return new Map();
}

/** Returns the Message-ID, without <>, of the message that this one is about; null if unknown. */
export function findMessageId({ headers, original, copy, words }: Mail): string | null {
  const fields = [
    firstHeader(original, 'message-id'),
    /^[>|\s]{0,10}message-id:\s{0,10}(<[^>\s]{1,900}>)/im.exec(copy)?.[1] ?? '',
    /\bmessage[- ]id ?[:=]\s{0,10}(<[^>\s]{1,900}>)/i.exec(words)?.[1] ?? '',
    firstHeader(headers, 'x-original-message-id') || firstHeader(headers, 'original-message-id'),
    firstHeader(headers, 'in-reply-to'),
    firstHeader(headers, 'references').trim().split(/\s+/).at(-1) ?? '',
  ];
  return fields.map(readMessageId).find(id => id !== null) ?? null;
}

export function readMessageId(field: string): string | null {
  return (
    /<([^<>\s]{1,900})>/.exec(field)?.[1] ??
    /^\s*([^<>\s@]{1,600}@[^<>\s@]{1,300})\s*$/.exec(field)?.[1] ??
    null
  );
}
