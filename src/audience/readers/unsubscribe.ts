import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { noteUnsubscription } from '../../delivery/ledger/reactions.ts';
import type { LinkOwner } from '../../links/unsubscribe.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { unsubscribe } from '../subscribers/update.ts';

type LinkNewsletter = Pick<Newsletter, 'key' | 'name' | 'username'>;

/**
 * Ends the subscription of the link's owner, and counts it for the email, once: a second time changes nothing. A link
 * whose owner or email is gone is as good as used.
 */
export async function unsubscribeByLink(db: Database, owner: LinkOwner): Promise<void> {
  await inTransaction(db, async trx => {
    const newsletter = await findLinkNewsletter(trx, owner);
    if (!newsletter) return;
    await noteUnsubscription(trx, owner.email_id, owner.subscriber_id);
    await unsubscribe(trx, newsletter.key, owner.subscriber_id, '');
  });
}

/** The newsletter that the link is about, while the subscriber is there. */
export async function findLinkNewsletter(
  db: Database,
  { subscriber_id }: LinkOwner,
): Promise<LinkNewsletter | undefined> {
  const { rows } = await sql<LinkNewsletter>`
    select newsletters.key, newsletters.name, newsletters.username
    from subscribers join newsletters on newsletters.key = subscribers.newsletter_key
    where subscribers.id = ${subscriber_id}`.execute(db);
  return rows[0];
}
