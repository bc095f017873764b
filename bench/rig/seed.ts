import { sql } from 'kysely';
import type { Newsletter } from '../../src/accounts/newsletter.ts';
import { newsletterCreate } from '../../src/accounts/newsletter.ts';
import { createNewsletter } from '../../src/accounts/newsletters.ts';
import { everythingEverywhere } from '../../src/accounts/permissions.ts';
import { makeRoom } from '../../src/delivery/ledger/parts.ts';
import type { Database } from '../../src/platform/database/connect.ts';

/** Adds a newsletter whose key is `secret`. */
export async function seedNewsletter(db: Database, secret: string, username = 'bench'): Promise<Newsletter> {
  const input = newsletterCreate.parse({
    username,
    name: 'The Bench',
    from_address: 'bench@news.example',
  });
  const { api_key, ...newsletter } = await createNewsletter(db, 'http://news.example', input, {
    secret,
    permissions: everythingEverywhere,
  });
  return newsletter;
}

/** Two tags. Every third subscriber has the first one, every sixth both. */
export const tagNames = ['weekly', 'members'];

/** Adds `count` regular subscribers with metadata, created a second apart, the last one now. A third of them have tags. */
export async function seedSubscribers(db: Database, newsletter: Newsletter, count: number): Promise<void> {
  await sql`
    insert into tags (id, newsletter_key, name, normal_name, color)
    select gen_random_uuid(), ${newsletter.key}, name, name, '#4f6d8f' from unnest(${tagNames}::text[]) as name`.execute(
    db,
  );
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, tags, metadata, source, creation_date)
    select gen_random_uuid(), ${newsletter.key}, address, address, 'regular',
      case when n % 6 = 0 then keys when n % 3 = 0 then keys[1:1] else '{}' end,
      jsonb_build_object('first_name', 'Reader ' || n, 'city', 'Town ' || n % 500),
      'api', now() - make_interval(secs => ${count} - n)
    from generate_series(1, ${count}::int) as n
    cross join lateral (select 'reader' || n || '@example.com' as address) as made
    cross join (select array_agg(key order by key) as keys from tags where newsletter_key = ${newsletter.key}) as tagged`.execute(
    db,
  );
  await sql`vacuum analyze subscribers, tags`.execute(db);
}

/** Adds an email that is about to be sent. Returns its id. */
export async function seedEmail(db: Database, newsletter: Newsletter, subject: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status)
    values (gen_random_uuid(), ${newsletter.key}, ${subject}, 'Hello', ${subject}, 'api', 'public', 'about_to_send')
    returning id`.execute(db);
  return rows[0]!.id;
}

/** Adds an email that was sent to every subscriber, with its ledger. */
export async function seedDeliveries(db: Database, newsletter: Newsletter, subject = 'issue'): Promise<void> {
  const id = await seedEmail(db, newsletter, subject);
  const { rows } = await sql<{ key: number }>`
    update emails set status = 'sent', audience_bound = 1, audience_frozen = true where id = ${id} returning key`.execute(
    db,
  );
  const { key } = rows[0]!;
  await makeRoom(db, key);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply)
    select ${key}, key, 'accepted', 1, now(), '250 2.0.0 OK' from subscribers`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, accepted, first_pass_done, passes, next_attempt_date)
    select ${key}, min(key), max(key), count(*), true, 1, null from subscribers`.execute(db);
}
