import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { replyAddress } from '../../audience/replies/address.ts';
import { noteValuesRead } from '../../audience/subscribers/versions.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { signerOf } from '../../domains/keys.ts';
import { type AbTest, abTestOf, variantOf } from '../../emails/ab-test.ts';
import type { Email } from '../../emails/email.ts';
import { loadAttachments } from '../../emails/files/upload.ts';
import { inVariant, mailedSource } from '../../emails/templates.ts';
import { bounceDomainOf, returnPath } from '../../links/return-path.ts';
import type { Signer } from '../../platform/mail/dkim.ts';
import type { Letter } from '../../platform/mail/message.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { findVariant } from '../ledger/ab-tests.ts';
import type { Recipient } from '../ledger/take.ts';
import { planTracking } from '../tracking/tracker.ts';
import { openCopies } from './copies.ts';
import { openCopyHash } from './copy-hash.ts';
import { makePlate, type PlateContext, valuesReadBy } from './make-plate.ts';
import { keepPlate } from './plate.ts';
import { findEmailByKey } from './queries.ts';
import { openRestraints, type Restraints } from './restraint.ts';

export type MailingContext = PlateContext & { store: FileStore; secret: Secret; vault: Vault };

/** A recipient who still exists. */
export type Reader = { [Field in keyof Recipient]: NonNullable<Recipient[Field]> };

/** An email being sent, and a way to make a reader's copy. Making a copy twice gives the same message, with the same Message-ID. */
export type Mailing = {
  email: Email;
  newsletter: Newsletter;
  print(reader: Reader, date: Date): Letter;
  /** The short hash by which a copy that is made again is recognised. */
  hash(letter: Letter): string;
  /** Signs a finished copy in the name of the newsletter's domain, if it has keys. */
  sign: Signer;
  /** The receivers that the newsletter mails slowly. */
  restraints: Restraints;
  /** The envelope sender of the recipient's copy: its own return path, or the newsletter's address. */
  sender(recipient: Pick<Recipient, 'subscriber_key'>, date: Date): string;
};

type Press = { print: ReturnType<typeof openCopies>; reads: string[] };

const kept = 20;

/**
 * Loads emails that are being sent. Presses are cached, because every chunk needs them and the content was fixed when sending began; only
 * the newsletter's own texts and a few fields of the email can still change.
 */
export function openMailings(
  context: MailingContext,
): (place: { email_key: number; part: number }) => Promise<Mailing> {
  const { db, secret, vault, bounce_domain } = context;
  const presses = new Map<string, Press>();
  const hash = openCopyHash();
  const restraintsOf = openRestraints(db);
  return async ({ email_key, part }) => {
    const found = await findEmailByKey(db, email_key);
    if (!found) throw new Error(`email ${email_key} is gone`);
    const test = abTestOf(found);
    const variant = test ? await findVariant(db, email_key, part) : 1;
    const [{ newsletter: plain, sign }, tags] = await Promise.all([
      findNewsletterOf(db, found).then(async newsletter => ({
        newsletter,
        sign: await signerOf(db, vault, newsletter),
      })),
      openTagDirectory(db, found.newsletter_key),
    ]);
    const { email, newsletter } =
      test && variant > 1 ? dressed(found, plain, test, variant) : { email: found, newsletter: plain };
    const version = [email.key, email.modification_date, newsletter.modification_date, variant].join(' ');
    const press = presses.get(version) ?? (await openEmailPress(context, email, newsletter));
    presses.delete(version);
    presses.set(version, press);
    if (presses.size > kept) presses.delete(presses.keys().next().value!);
    await noteValuesRead(db, newsletter.key, press.reads);
    return {
      email,
      newsletter,
      sign,
      hash,
      restraints: await restraintsOf(newsletter.key),
      print: (reader, date) => press.print({ ...reader, tag_names: tags.names(reader.tags) }, date),
      sender({ subscriber_key }, date) {
        const domain = bounceDomainOf(bounce_domain, newsletter);
        if (domain === undefined) return newsletter.from_address;
        return returnPath(secret, domain, { email_key: email.key, subscriber_key, date });
      },
    };
  };
}

/** Returns the email, whose content is fixed, and its newsletter as people see them who get this variant, which is not the first. */
function dressed(email: Email, newsletter: Newsletter, test: AbTest, number: number) {
  const variant = variantOf(test, number);
  const mailed = inVariant(mailedSource.parse(email.mailed), variant, number - 2);
  const { from_name = newsletter.from_name } = variant;
  return { email: { ...email, subject: mailed.subject, mailed }, newsletter: { ...newsletter, from_name } };
}

/** Prepares the email for printing, and stores its plate. */
async function openEmailPress(context: MailingContext, email: Email, newsletter: Newsletter): Promise<Press> {
  const { db, store, secret } = context;
  const tracking = (links: string[]) => planTracking(context, newsletter, email, links);
  const { plate, ...messages } = await makePlate(
    context,
    email,
    { ...newsletter, reply_to: replyAddress(context, newsletter) },
    mailedSource.parse(email.mailed),
    tracking,
  );
  const attachments = await loadAttachments(store, plate.attachments);
  const print = openCopies({ email_key: email.key, plate, ...messages, attachments, secret });
  await keepPlate(db, email.key, plate);
  return { print, reads: valuesReadBy(plate) };
}
