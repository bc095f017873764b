import { recordAudit } from '../../journal/audit/record.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Newsletter, NewsletterCreate } from '../newsletter.ts';
import { type CheckTexts, createNewsletter } from '../newsletters.ts';
import type { Person } from './person.ts';
import { lockPerson } from './queries.ts';
import { demandCredential, type SessionContext } from './sessions.ts';

/**
 * Creates a newsletter and its first key as this person, who must own the installation. Requests to the API name one of the
 * caller's newsletters, so this is how an owner who has none left creates one. Throws `forbidden`, `credential_missing`,
 * `username_already_exists`.
 */
export async function createNewsletterAs(
  context: Pick<SessionContext, 'db' | 'base_url' | 'is_exposed' | 'sign_on'> & {
    vault: Vault;
    checkTexts: CheckTexts;
  },
  person: Person,
  ip_address: string,
  input: NewsletterCreate,
): Promise<Newsletter & { api_key: string }> {
  return inTransaction(context.db, async trx => {
    // Locked, because whoever takes the installation from them also ends their keys, and must not miss this one.
    if ((await lockPerson(trx, person.key))?.installation !== 'write')
      throw domainError('forbidden', 'people.owner_creates');
    demandCredential(context, person);
    const { base_url, vault, checkTexts } = context;
    const made = await createNewsletter(trx, base_url, input, {
      vault,
      checkTexts,
      created_by: person.id,
    });
    await recordAudit(
      trx,
      { type: 'person', by: person.id, ip_address },
      { newsletter_id: made.id, action: 'newsletter.created', object_id: made.id },
    );
    return made;
  });
}
