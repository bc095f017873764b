import type { Newsletter } from '../accounts/newsletter.ts';
import type { Email } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';

const published = ['in_flight', 'sent', 'imported'] as const;

/** The email of this address, if the world may know of it: published, and not private. */
export async function findPublished(
  db: Database,
  newsletter: Newsletter,
  slug: string,
): Promise<Email | undefined> {
  return db
    .selectFrom('emails')
    .selectAll()
    .where('newsletter_key', '=', newsletter.key)
    .where('slug', '=', slug)
    .where('status', 'in', published)
    .where('email_type', '<>', 'private')
    .executeTakeFirst();
}

/** The present slug of the published email that had this one before. */
export async function findPresentSlug(
  db: Database,
  newsletter: Newsletter,
  slug: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('former_slugs')
    .innerJoin('emails', 'emails.key', 'former_slugs.email_key')
    .select('emails.slug')
    .where('former_slugs.newsletter_key', '=', newsletter.key)
    .where('former_slugs.slug', '=', slug)
    .where('status', 'in', published)
    .where('email_type', '<>', 'private')
    .executeTakeFirst();
  return row?.slug;
}
