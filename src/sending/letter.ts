import type { Newsletter } from '../accounts/newsletter.ts';
import type { Recipient } from '../deliveries/chunks.ts';
import { archiveAddress, type Email } from '../emails/email.ts';
import type { Message } from '../platform/mail/message.ts';
import type { CompiledMessage, MessageValues } from '../rendering/message.ts';
import type { TagDirectory } from '../tags/resolve.ts';
import { unsubscribeAddress } from '../tracking/links.ts';

/** All that the copies of one email have in common. */
export type Mailing = {
  email: Email;
  newsletter: Newsletter;
  compiled: CompiledMessage;
  tags: TagDirectory;
  base_url: string;
  secret: Buffer;
};

/** A recipient who is still there. */
export type Reader = { [Field in keyof Recipient]: NonNullable<Recipient[Field]> };

/** The copy of the email that this reader gets. Made twice it is the same message, with the same Message-ID. */
export function writeLetter(mailing: Mailing, reader: Reader, now: Date): Message {
  const { email, newsletter, base_url, secret } = mailing;
  const unsubscribe_url = unsubscribeAddress(base_url, secret, {
    subscriber_id: reader.id,
    email_id: email.id,
  });
  const filled = mailing.compiled.fill(valuesFor(mailing, reader, unsubscribe_url));
  return {
    from: { name: newsletter.from_name || newsletter.name, address: newsletter.from_address },
    to: reader.email_address,
    reply_to: newsletter.reply_to,
    ...filled,
    message_id: `${email.id}.${reader.id}@${domainOf(newsletter.from_address)}`,
    date: now,
    headers: {
      'List-Id': `<${newsletter.username}.${domainOf(newsletter.from_address)}>`,
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
      'Feedback-ID': `${email.id}:${newsletter.id}:${email.email_type}:postrider`,
    },
  };
}

function valuesFor(
  { email, newsletter, base_url, tags }: Mailing,
  reader: Reader,
  unsubscribe_url: string,
): MessageValues {
  return {
    subscriber: {
      email: reader.email_address,
      type: reader.type,
      tags: tags.names(reader.tags),
      metadata: reader.metadata as Record<string, unknown>,
    },
    newsletter,
    email: {
      subject: email.subject,
      absolute_url: archiveAddress(base_url, newsletter, email),
      secondary_id: email.secondary_id,
    },
    unsubscribe_url,
    manage_subscription_url: unsubscribe_url,
    subscribe_url: `${base_url}/${newsletter.username}`,
    medium: 'email',
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
