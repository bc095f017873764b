import type { Newsletter } from '../accounts/newsletter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { markup } from '../platform/http/markup.ts';
import { newId } from '../platform/ids.ts';
import { domainOf } from '../platform/mail/address.ts';
import { prepareMessage } from '../platform/mail/message.ts';
import type { PrintedLetter } from './mail-one.ts';

type Owner = { key: number } & Pick<Newsletter, 'id' | 'name' | 'from_name' | 'from_address'>;
type Paragraph = string | { url: string };
type Notice = { about: string; subject: string; paragraphs: Paragraph[] };

/** The context for letters to owners. */
export type NoticeContext = { db: Database; clock: Clock; base_url: string };

/** Prints a short mail to the newsletter's own address, about something that its owner should know. */
export function ownerNotice(newsletter: Owner, notice: Notice, now: Date): PrintedLetter {
  return noticeTo(newsletter, { ...notice, to: newsletter.from_address, is_private: false }, now);
}

/**
 * Prints a short mail to somebody in the newsletter's name. Private ones are hidden from whoever reads the newsletter's mail in the
 * built-in inbox.
 */
export function noticeTo(
  newsletter: Owner,
  { is_private, ...notice }: Notice & { to: string; is_private: boolean },
  now: Date,
): PrintedLetter {
  const { about, to } = notice;
  return {
    newsletter,
    mail: { to, source: printNotice(newsletter, notice, now), about: { mail: about }, is_private },
  };
}

/** Prints a short mail in the newsletter's name, unsigned. */
export function printNotice(
  { name, from_name, from_address }: Owner,
  { about, to, subject, paragraphs }: Notice & { to: string },
  now: Date,
): readonly string[] {
  const print = prepareMessage({
    from: { name: from_name || name, address: from_address },
    to: () => to,
    reply_to: '',
    subject: [subject],
    text: [paragraphs.map(asText).join('\n\n')],
    html: [markup`${paragraphs.map(paragraph => markup`<p>${asMarkup(paragraph)}</p>`)}`.html],
    message_id: () => `${about}.${newId()}@${domainOf(from_address)}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [],
  });
  return print({}, now).pieces;
}

function asText(paragraph: Paragraph): string {
  return typeof paragraph === 'string' ? paragraph : paragraph.url;
}

function asMarkup(paragraph: Paragraph) {
  return typeof paragraph === 'string' ? paragraph : markup`<a href="${paragraph.url}">${paragraph.url}</a>`;
}
