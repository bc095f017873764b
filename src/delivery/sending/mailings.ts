import { signerOf } from '../../accounts/domains/keys.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { openTagDirectory, type TagDirectory } from '../../audience/tags/resolve.ts';
import { getsTeaser } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import { loadAttachments } from '../../emails/files/upload.ts';
import { mailedSource } from '../../emails/templates.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import { layoutOf, type Theme } from '../../engines/rendering/theme.ts';
import type { ProviderHeaders } from '../../links/provider-headers.ts';
import { manageAddress } from '../../links/readers.ts';
import { returnPath, unsubscribeMailbox } from '../../links/return-path.ts';
import { unsubscribeAddress } from '../../links/unsubscribe.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import type { Signer } from '../../platform/mail/dkim.ts';
import type { Attachment } from '../../platform/mail/message.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Recipient } from '../ledger/take.ts';
import { findLinks, openTracker, type Tracker } from '../tracking/tracker.ts';
import { type Copy, openPress, type Press, sharedValues } from './press.ts';
import { findEmailByKey } from './queries.ts';
import { teaserSource } from './source.ts';

export type MailingContext = {
  db: Database;
  theme: Theme;
  store: FileStore;
  base_url: string;
  secret: Secret;
  vault: Vault;
  /** Where bounces and wishes to unsubscribe are taken in; undefined: nowhere. */
  bounce_domain: string | undefined;
  /** Fields by which the reports of mail services name a copy. */
  provider_headers: ProviderHeaders;
};

/** A recipient who is still there. */
export type Reader = { [Field in keyof Recipient]: NonNullable<Recipient[Field]> };

/** An email on its way, and how a reader's copy of it is made. Made twice it is the same message, with the same Message-ID. */
export type Mailing = {
  email: Email;
  newsletter: Newsletter;
  print(reader: Reader, date: Date): readonly string[];
  /** Signs a finished copy in the name of the newsletter's domain, as far as it has keys. */
  sign: Signer;
  /** The envelope sender of the reader's copy: a return path of its own, or the newsletter's address. */
  sender(reader: Reader, date: Date): string;
};

type Presses = { full: Press; teaser: Press | null; tracker: Tracker | undefined };

const kept = 20;

/**
 * Reads emails that are on their way. The presses are kept: every chunk needs them, and what is mailed was fixed when
 * sending began; only the newsletter's own words and a few of the email's fields can still change.
 */
export function openMailings(context: MailingContext): (email_key: number) => Promise<Mailing> {
  const { db, base_url, secret, vault, bounce_domain } = context;
  const pressesBy = new Map<string, Presses>();
  return async email_key => {
    const email = await findEmailByKey(db, email_key);
    if (!email) throw new Error(`email ${email_key} is gone`);
    const [{ newsletter, sign }, tags] = await Promise.all([
      findNewsletterOf(db, email).then(async newsletter => ({
        newsletter,
        sign: await signerOf(db, vault, newsletter),
      })),
      openTagDirectory(db, email.newsletter_key),
    ]);
    const version = [email.key, email.modification_date, newsletter.modification_date].join(' ');
    const presses = pressesBy.get(version) ?? (await openPresses(context, email, newsletter));
    pressesBy.delete(version);
    pressesBy.set(version, presses);
    if (pressesBy.size > kept) pressesBy.delete(pressesBy.keys().next().value!);
    return {
      email,
      newsletter,
      sign,
      print(reader, date) {
        const press = presses.teaser && getsTeaser(email, reader.type) ? presses.teaser : presses.full;
        const url = unsubscribeAddress(base_url, secret, { subscriber_id: reader.id, email_id: email.id });
        const name = { email_key: email.key, subscriber_key: reader.subscriber_key, date };
        const mailbox = bounce_domain === undefined ? null : unsubscribeMailbox(secret, bounce_domain, name);
        const manage = manageAddress(base_url, secret, reader);
        const copy = copyFor(email, reader, tags, url, manage, mailbox);
        return press(
          presses.tracker ? { ...copy, stamp: presses.tracker.stamp(reader.subscriber_key) } : copy,
          date,
        );
      },
      sender({ subscriber_key }, date) {
        if (bounce_domain === undefined) return newsletter.from_address;
        return returnPath(secret, bounce_domain, { email_key: email.key, subscriber_key, date });
      },
    };
  };
}

async function openPresses(
  { db, theme, store, base_url, secret, provider_headers }: MailingContext,
  email: Email,
  newsletter: Newsletter,
): Promise<Presses> {
  const source = mailedSource.parse(email.mailed);
  const attachments = await loadAttachments(db, store, newsletter.key, email.attachments);
  const hasTeaser = email.email_type === 'premium' && email.should_send_teaser;
  const layout = layoutOf(theme, email.template);
  const full = compileMessage(source, layout);
  const teaser = hasTeaser ? compileMessage(teaserSource(newsletter, source), layout) : null;
  const shared = sharedValues(email, newsletter, base_url);
  const links = [full, teaser].flatMap(compiled => (compiled ? findLinks(compiled, shared) : []));
  const tracker = await openTracker({ db, base_url, secret }, newsletter, email, links);
  const press = (compiled: CompiledMessage, files: Attachment[]) =>
    openPress({ email, newsletter, compiled, attachments: files, base_url, provider_headers, tracker });
  return { full: press(full, attachments), teaser: teaser && press(teaser, []), tracker };
}

function copyFor(
  email: Email,
  reader: Reader,
  tags: TagDirectory,
  unsubscribe_url: string,
  manage_subscription_url: string,
  unsubscribe_mailbox: string | null,
): Copy {
  return {
    subscriber: {
      email: reader.email_address,
      type: reader.type,
      tags: tags.names(reader.tags),
      metadata: reader.metadata,
    },
    unsubscribe_url,
    manage_subscription_url,
    one_click_url: unsubscribe_url,
    unsubscribe_mailbox,
    message_id: `${email.id}.${reader.id}`,
  };
}
