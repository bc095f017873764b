import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { isPublished, publicStatuses } from './queries.ts';

export type FrontNewsletter = Pick<
  Newsletter,
  'username' | 'served_domain' | 'name' | 'description' | 'locale'
>;

/** Newsletters that have published something, by name, at most 1,000; if only one newsletter exists, that one. */
export async function listFront(
  db: Database,
): Promise<{ published: FrontNewsletter[]; only: FrontNewsletter | null }> {
  const [published, all] = await Promise.all([
    sql<FrontNewsletter>`
      select username, served_domain, name, description, locale from newsletters
      where exists (select from emails where newsletter_key = newsletters.key and ${isPublished})
      order by lower(name), key limit 1000`.execute(db),
    sql<FrontNewsletter>`select username, served_domain, name, description, locale from newsletters limit 2`.execute(
      db,
    ),
  ]);
  const [first, second] = all.rows;
  return { published: published.rows, only: first && !second ? first : null };
}

/** Whether any newsletter has ever sent anything, even privately. */
export async function hasSent(db: Database): Promise<boolean> {
  const { rows } = await sql<{ sent: boolean }>`
    select exists (select from newsletters n join emails e on e.newsletter_key = n.key
      where e.status in ${publicStatuses}) as sent`.execute(db);
  return rows[0]!.sent;
}
