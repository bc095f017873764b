import { onlyChanges } from '../platform/changes.ts';
import { type Database, inTransaction, violates } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import { changeTwoNames } from '../platform/http/two-names.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type Author, refuseBounded } from './content.ts';
import { refuseOwnHost } from './domain.ts';
import { type Field, fields } from './fields.ts';
import { createKey, type KeyRequest } from './keys.ts';
import {
  defaultFromAddress,
  type Newsletter,
  type NewsletterCreate,
  type NewsletterUpdate,
} from './newsletter.ts';
import { everything } from './permissions.ts';
import {
  deleteNewsletterRow,
  insertNewsletter,
  keepFormerDomain,
  lockNewsletter,
  updateNewsletterRow,
} from './queries.ts';

/** Stops the newsletter's emails from going out, or throws `newsletter_in_use`. Passed in, because emails belong to a higher room. */
export type StopEmails = (trx: Database, newsletter_key: number) => Promise<void>;

/** Throws unless the service can make its mails from the newsletter's changed texts. Passed in, because mails belong to a higher room. */
export type CheckTexts = (newsletter: Newsletter, changes: Record<string, unknown>) => void;

/**
 * Creates a newsletter and its first key, which may do everything in it unless `first_key` says otherwise. The key's
 * secret is in the result and nowhere else. The `vault` is needed only for a `captcha_secret`. Throws
 * `username_already_exists`, `domain_already_exists`, and what `checkTexts` throws.
 */
export async function createNewsletter(
  db: Database,
  base_url: string,
  input: NewsletterCreate,
  { vault, checkTexts, ...first_key }: Partial<KeyRequest> & { vault?: Vault; checkTexts?: CheckTexts } = {},
): Promise<Newsletter & { api_key: string }> {
  return inTransaction(db, async trx => {
    const from_address = input.from_address ?? defaultFromAddress(input.username, base_url);
    const id = newId();
    if (input.captcha_secret !== '' && !vault) throw new Error('a captcha secret must be stored encrypted');
    const captcha_secret =
      (await vault?.seal(trx, 'newsletters.captcha_secret', id, input.captcha_secret)) ?? '';
    refuseOwnHost(base_url, input.domain);
    const row = { ...input, from_address, captcha_secret, id };
    const newsletter = await insertNewsletter(trx, row).catch(error => refuseTaken(error, input));
    checkTexts?.(newsletter, input);
    const request = { name: 'first key', permissions: everything, ...first_key };
    const key = await createKey(trx, newsletter, request);
    return { ...newsletter, api_key: key.secret };
  });
}

/**
 * Applies `changes`. Another domain is used once it has been checked; the former one keeps redirecting. Throws `not_found`,
 * `username_already_exists`, `domain_already_exists`, what `checkTexts` throws, and `forbidden` if an author with bounds would change what
 * readers see, or `approval_threshold`.
 */
export async function updateNewsletter(
  db: Database,
  { base_url, vault, checkTexts }: { base_url: string; vault: Vault; checkTexts: CheckTexts },
  { key, id }: Newsletter,
  { from_address, email_address, reply_to, reply_to_address, ...changes }: NewsletterUpdate,
  author: Author,
): Promise<Newsletter> {
  return inTransaction(db, async trx => {
    const before = found(await lockNewsletter(trx, key, 'change'), 'newsletter');
    const captcha_secret = vault.open('newsletters.captcha_secret', id, before.captcha_secret);
    const wanted = onlyChanges(
      { ...before, captcha_secret },
      {
        ...changes,
        from_address: changeTwoNames(before.from_address, { from_address, email_address }),
        reply_to: changeTwoNames(before.reply_to, { reply_to, reply_to_address }),
      },
    );
    if (Object.keys(wanted).length === 0) return before;
    const shown = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      name => (fields[name] as Field).readers !== undefined,
    );
    if (shown.length > 0) refuseBounded(author, sentence('people.why_field_shown', { field: shown[0] }));
    if (wanted.approval_threshold !== undefined) refuseBounded(author, sentence('people.why_threshold'));
    refuseOwnHost(base_url, wanted.domain);
    checkTexts({ ...before, ...wanted }, wanted);
    if (wanted.captcha_secret !== undefined)
      wanted.captcha_secret = await vault.seal(trx, 'newsletters.captcha_secret', id, wanted.captcha_secret);
    const authors = {
      ...(before.authors as Record<string, string>),
      ...Object.fromEntries(shown.map(name => [name, author.by])),
    };
    const moved = wanted.domain === undefined ? {} : { served_domain: '' };
    if (wanted.domain !== undefined) await keepFormerDomain(trx, before);
    return updateNewsletterRow(trx, key, { ...wanted, ...moved, authors: JSON.stringify(authors) }).catch(
      error => refuseTaken(error, wanted),
    );
  });
}

/**
 * Deletes the newsletter. It disappears immediately and its username becomes free: `stopEmails` ends what would still go
 * out, and its subscribers, emails and deliveries are deleted in the background. Throws `newsletter_in_use`, with the id of
 * one such email, while an email is being sent, is about to be sent, or is scheduled, and `forbidden` for an author with bounds.
 */
export async function deleteNewsletter(
  db: Database,
  { key }: Newsletter,
  stopEmails: StopEmails,
  author: Author,
): Promise<void> {
  refuseBounded(author, sentence('people.why_deletion'));
  await inTransaction(db, async trx => {
    // A separate statement, so that it sees what was committed while this one waited for the lock.
    await lockNewsletter(trx, key, 'deletion');
    await stopEmails(trx, key);
    await deleteNewsletterRow(trx, key);
  });
}

function refuseTaken(error: unknown, { username, domain }: { username?: string; domain?: string }): never {
  if (violates(error, 'newsletters_domain_unique'))
    throw domainError('domain_already_exists', 'newsletters.domain_taken', { domain });
  if (!violates(error, 'newsletters_username_unique')) throw error;
  throw domainError('username_already_exists', 'people.username_taken', { username });
}
