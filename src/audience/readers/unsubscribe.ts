import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { noteUnsubscription } from '../../delivery/ledger/reactions.ts';
import type { LinkOwner } from '../../links/unsubscribe.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { unsubscribe } from '../subscribers/update.ts';

type LinkNewsletter = Newsletter & { reader_language: string; reader_key: number };

/**
 * Unsubscribes the owner of the link, with the reason they gave, and counts that once for the email; a second time changes nothing. Does
 * nothing if the owner or the email is gone.
 */
export async function unsubscribeByLink(db: Database, owner: LinkOwner, reason = ''): Promise<void> {
  await inTransaction(db, async trx => {
    const newsletter = await findLinkNewsletter(trx, owner);
    if (!newsletter) return;
    await noteUnsubscription(trx, owner.email_id, owner.subscriber_id);
    await unsubscribe(trx, newsletter.key, owner.subscriber_id, reason);
  });
}

/** Finds the newsletter of the link and the language of its reader, while the subscriber exists. */
export async function findLinkNewsletter(
  db: Database,
  { subscriber_id }: LinkOwner,
): Promise<LinkNewsletter | undefined> {
  const { rows } = await sql<LinkNewsletter>`
    select newsletters.*, subscribers.locale as reader_language, subscribers.key as reader_key
    from subscribers join newsletters on newsletters.key = subscribers.newsletter_key
    where subscribers.id = ${subscriber_id}`.execute(db);
  return rows[0];
}
