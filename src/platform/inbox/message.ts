import { isUtf8 } from 'node:buffer';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { unescaped } from '../unescaped.ts';
import type { StoredMessage } from './store.ts';

/**
 * A message as tests read it: header and bodies decoded; `to` is the recipient of the envelope, `date` the time of
 * arrival.
 */
export type InboxMessage = {
  id: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  source: string;
  date: string;
};

/** Returns the parts of a message that can be shown. For an unreadable message, that is at least the source. */
export async function readMessage({
  id,
  sender,
  recipient,
  source,
  date,
}: StoredMessage): Promise<InboxMessage> {
  const mail = await parseMail(source);
  return {
    id,
    from: showFrom(mail, sender),
    to: recipient,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    source: decodeSource(source),
    date,
  };
}

/** Parses the mail, with attachments in base64. If it is too broken, returns only the header, or nothing. */
export async function parseMail(source: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(source, { attachmentEncoding: 'base64' });
  } catch {
    return parseHeader(source);
  }
}

/** Parses only the mail's header. Returns nothing if it is unreadable too. */
export async function parseHeader(source: Buffer): Promise<Email> {
  const end = source.toString('latin1').search(/\r?\n\r?\n/);
  try {
    return await PostalMime.parse(end < 0 ? source : source.subarray(0, end));
  } catch {
    return { headers: [], headerLines: [], attachments: [] };
  }
}

/** Returns `Ada Lovelace <ada@example.org>` from the From header, or else the envelope's sender. */
export function showFrom({ from }: Email, sender: string): string {
  return (from && showAddress(from)) || sender;
}

/** Returns a short form of the sender: `Ada Lovelace`, or the address if there is no name. */
export function nameSender({ from }: Email, sender: string): string {
  return from?.name || from?.address || sender;
}

/** Returns the source as text: UTF-8 or, if it is not valid UTF-8, one character per byte. */
export function decodeSource(source: Buffer): string {
  return source.toString(isUtf8(source) ? 'utf8' : 'latin1');
}

/** Returns the HTML for a browser: with its own images embedded, and links that open in a new tab. */
export function prepareHtml({ html = '', attachments }: Email): string {
  const withImages = html.replace(/(["'(=]\s*)cid:([^"')\s>]+)/gi, (whole, before: string, id: string) => {
    const image = attachments.find(
      ({ contentId, mimeType }) => contentId === `<${unescaped(id)}>` && mimeType.startsWith('image/'),
    );
    return image ? before + dataUrl(image) : whole;
  });
  const base = '<base target="_blank">';
  // The addition comes after the doctype: without one at the beginning, browsers use quirks mode.
  const start =
    /^[\s\S]*?<head(?:\s[^>]*)?>/i.exec(withImages)?.[0] ??
    /^\s*<!doctype[^>]*>/i.exec(withImages)?.[0] ??
    '';
  return start + base + withImages.slice(start.length);
}

function showAddress({ name, address, group }: Address): string {
  if (group) return [name, group.map(showAddress).join(', ')].filter(Boolean).join(': ');
  if (!name || !address) return address || name;
  return `${/[",:;<>@()[\]\\]/.test(name) ? JSON.stringify(name) : name} <${address}>`;
}

function dataUrl({ mimeType, content }: Attachment): string {
  return `data:${mimeType.replace(/[^\w./+-]/g, '')};base64,${content}`;
}
