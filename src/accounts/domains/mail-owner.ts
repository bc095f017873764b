import { markup } from '../../platform/http/markup.ts';
import { newId } from '../../platform/ids.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { prepareMessage } from '../../platform/mail/message.ts';
import type { Newsletter } from '../newsletter.ts';
import { type MailContext, mailOne } from './mail-one.ts';

type Owner = { key: number } & Pick<Newsletter, 'id' | 'name' | 'from_name' | 'from_address'>;

/**
 * Mails the newsletter's own address something that its owner should know. A refusal is logged. Throws when the mail
 * cannot be taken now: try again.
 */
export async function mailOwner(
  context: MailContext,
  owner: Owner,
  { about, subject, paragraphs }: { about: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const { name, from_name, from_address } = owner;
  const print = prepareMessage({
    from: { name: from_name || name, address: from_address },
    to: () => from_address,
    reply_to: '',
    subject: [subject],
    text: [paragraphs.join('\n\n')],
    html: [markup`${paragraphs.map(paragraph => markup`<p>${paragraph}</p>`)}`.html],
    message_id: () => `${about}.${newId()}@${domainOf(from_address)}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [],
  });
  const source = print({}, context.clock());
  const result = await mailOne(context, owner, { to: from_address, source, about: { mail: about } });
  if (result.status === 'temporary') throw new Error(`the ${about} mail waits: ${result.reply}`);
}
