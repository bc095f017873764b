import { markup } from '../../platform/http/markup.ts';
import { newId } from '../../platform/ids.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { prepareMessage } from '../../platform/mail/message.ts';
import type { Newsletter } from '../newsletter.ts';
import { type MailContext, mailOne } from './mail-one.ts';

type Owner = { key: number } & Pick<Newsletter, 'id' | 'name' | 'from_name' | 'from_address'>;
type Paragraph = string | { url: string };
type Notice = { about: string; subject: string; paragraphs: Paragraph[] };

/** Mails the newsletter's own address something that its owner should know. Otherwise as mailNotice. */
export function mailOwner(context: MailContext, newsletter: Owner, notice: Notice): Promise<void> {
  return mailNotice(context, newsletter, { ...notice, to: newsletter.from_address, is_private: false });
}

/**
 * Sends somebody a short mail in the newsletter's name. Private ones are hidden from those who read the newsletter's mail
 * in the built-in inbox. A refusal is logged. Throws if the mail cannot be accepted now: try again.
 */
export async function mailNotice(
  context: MailContext,
  newsletter: Owner,
  { about, to, subject, paragraphs, is_private }: Notice & { to: string; is_private: boolean },
): Promise<void> {
  const source = printNotice(newsletter, { about, to, subject, paragraphs }, context.clock());
  const result = await mailOne(context, newsletter, { to, source, about: { mail: about }, is_private });
  if (result.status === 'temporary') throw new Error(`the ${about} mail waits: ${result.reply}`);
}

/** A short mail in the newsletter's name, unsigned. */
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
