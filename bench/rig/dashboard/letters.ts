import { type Kysely, sql } from 'kysely';
import type { Newsletter } from '../../../src/accounts/newsletter.ts';
import type { DB } from '../../../src/platform/database/schema.ts';

const paragraph =
  'The harbour **wakes** before the town does, and {{ subscriber.metadata.city }} [long](https://example.org) after both of them. ';
const longLetter = `${paragraph.repeat(5)}\n\n`.repeat(26);
/** A letter of 5 kB. */
export const shortLetter: string = `${paragraph.repeat(4)}\n\n`.repeat(10);

/** Adds 10,000 sent emails an hour apart, and above them drafts of 2,000 words and of 5 kB. */
export async function seedEmails(db: Kysely<DB>, { key }: Newsletter): Promise<void> {
  await sql`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status, creation_date, publish_date, secondary_id)
    select gen_random_uuid(), ${key}, 'Issue ' || n, 'Hello', 'issue-' || n, 'api', 'public', 'sent', date, date, n
    from generate_series(1, 10000) as n cross join lateral (select now() - make_interval(hours => 10001 - n) as date) as made`.execute(
    db,
  );
  for (const [subject, slug, body] of [
    ['A short letter', 'a-short-letter', shortLetter],
    ['A long letter', 'a-long-letter', longLetter],
  ])
    await sql`
      insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status)
      values (gen_random_uuid(), ${key}, ${subject}, ${body}, ${slug}, 'api', 'public', 'draft')`.execute(db);
  await sql`vacuum analyze emails`.execute(db);
}
