import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';

/** Adds `count` regular subscribers r1@example.org, r2@… to the newsletter in one statement. */
export async function addSubscribers(db: Database, newsletter: Newsletter, count: number): Promise<void> {
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, metadata)
    select gen_random_uuid(), ${newsletter.key}, 'r' || n || '@example.org', 'r' || n || '@example.org', 'regular', 'test',
      jsonb_build_object('first_name', 'Reader ' || n)
    from generate_series(1, ${count}::int) as n`.execute(db);
}
