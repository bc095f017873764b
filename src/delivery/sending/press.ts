import type { Newsletter } from '../../accounts/newsletter.ts';
import { archiveAddress, type Email, readershipOf } from '../../emails/email.ts';
import type { Heading } from '../../engines/rendering/heading.ts';
import type { CompiledMessage, Division, OwnValues, SharedValues } from '../../engines/rendering/message.ts';
import type { ProviderHeaders } from '../../links/provider-headers.ts';
import { homeAddress } from '../../links/site.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { type Attachment, type Letter, prepareMessage } from '../../platform/mail/message.ts';
import type { Tracker } from '../tracking/tracker.ts';

/** The facts about its reader that one copy of an email needs. */
export type Copy = OwnValues & {
  message_id: string;
  /** The address to which a mail program posts to unsubscribe; null in a copy that must not have one. */
  one_click_url: string | null;
  /** The unsubscribe mailbox; null if there is none. */
  unsubscribe_mailbox: string | null;
  /** Identifies the reader in tracked addresses; absent without tracking. */
  stamp?: string;
};

/** Makes copies. Everything that they share is rendered and encoded only once. */
export type Press = (copy: Copy, date: Date) => Letter;

/** The parts of an email's copies other than the compiled text. */
export type Printable = Pick<
  Email,
  'id' | 'slug' | 'secondary_id' | 'subject' | 'email_type' | 'archival_mode' | 'commenting_mode' | 'template'
> & { status?: Email['status']; heading: Heading | null };

/** The fields of a newsletter that appear in copies of its emails. */
export type Letterhead = Pick<
  Newsletter,
  | 'id'
  | 'username'
  | 'served_domain'
  | 'name'
  | 'description'
  | 'postal_address'
  | 'from_name'
  | 'from_address'
  | 'reply_to'
> &
  Partial<Pick<Newsletter, 'header_image' | 'logo'>>;

type Printing = {
  email: Printable;
  newsletter: Letterhead;
  compiled: Pick<CompiledMessage, 'bind'>;
  division?: Division;
  attachments: Attachment[];
  base_url: string;
  provider_headers?: ProviderHeaders;
  /** The address to which receivers may report complaints; empty if there is none. */
  complaints_address?: string;
  /** Makes links of the HTML tracked and adds the pixel; the text part is unchanged. */
  tracker?: Pick<Tracker, 'html'> | undefined;
  /** The text put before the subject. */
  subject_prefix?: string;
};

/** Prepares the email for printing. Throws `subject_invalid` and `body_invalid` if its templates exceed their limits. */
export function openPress({
  email,
  newsletter,
  compiled,
  division,
  attachments,
  base_url,
  provider_headers = {},
  complaints_address = '',
  tracker,
  subject_prefix = '',
}: Printing): Press {
  const domain = domainOf(newsletter.from_address);
  const { subject, html, text } = compiled.bind(sharedValues(email, newsletter, base_url), division);
  return prepareMessage<Copy>({
    from: { name: newsletter.from_name || newsletter.name, address: newsletter.from_address },
    to: copy => copy.subscriber.email,
    reply_to: newsletter.reply_to,
    subject: [subject_prefix, ...subject],
    html: email.template === 'plaintext' ? null : tracker ? tracker.html<Copy>(html) : html,
    text,
    message_id: copy => `${copy.message_id}@${domain}`,
    headers: {
      'List-Unsubscribe': ({ one_click_url, unsubscribe_mailbox }) =>
        one_click_url &&
        `<${one_click_url}>${unsubscribe_mailbox === null ? '' : `, <mailto:${unsubscribe_mailbox}>`}`,
      'List-Unsubscribe-Post': ({ one_click_url }) => one_click_url && 'List-Unsubscribe=One-Click',
      'List-Id': `<${newsletter.username}.${domain}>`,
      Precedence: 'bulk',
      'Feedback-ID': `${email.id}:${newsletter.id}:${email.email_type}:postrider`,
      ...(complaints_address && { 'CFBL-Address': `${complaints_address}; report=arf` }),
      ...provider_headers,
    },
    attachments,
  });
}

/** Returns whether readers can see the email on a page; an email of a sequence is in no archive. */
function hasPage(email: Printable): boolean {
  return email.status !== 'transactional' && readershipOf(email) !== 'nobody';
}

function mayBeCommented(email: Printable): boolean {
  return hasPage(email) && email.commenting_mode !== 'disabled';
}

export function sharedValues(email: Printable, newsletter: Letterhead, base_url: string): SharedValues {
  return {
    newsletter,
    email: {
      subject: email.subject,
      absolute_url: hasPage(email) ? archiveAddress(base_url, newsletter, email) : '',
      comments_url: mayBeCommented(email) ? `${archiveAddress(base_url, newsletter, email)}#comments` : '',
      secondary_id: email.secondary_id,
      heading: email.heading,
    },
    subscribe_url: homeAddress(base_url, newsletter),
    medium: 'email',
  };
}
