import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import { printTable } from './table.ts';

/** A write for each of our triggers: what makes it run. */
const writes: Record<string, string> = {
  'subscribers_suppressed_at_insert, subscribers_come': insertPerson(101, 'unsubscribed'),
  subscribers_come: insertPerson(102, 'regular'),
  subscribers_version: "update subscribers set email_address = 'c@x' where newsletter_key = 1 and key = 1",
  'subscribers_suppressed_at_update, subscribers_leave_sequences':
    "update subscribers set type = 'unsubscribed', mail_state = 'unsubscribed' where newsletter_key = 1 and key = 2",
  subscribers_suppressed_at_update:
    "update subscribers set type = 'premium', standing = 'premium' where newsletter_key = 1 and key = 3",
  subscribers_go: 'delete from subscribers where newsletter_key = 1 and key = 4',
  tags_renamed: "update tags set name = 'b' where newsletter_key = 1 and name = 'a'",
  tags_deleted: "delete from tags where newsletter_key = 1 and name = 'a'",
  emails_search_config: insertEmail('second'),
  newsletters_search_config: "update newsletters set locale = 'de' where key = 1",
  emails_deliveries: "delete from emails where newsletter_key = 1 and slug = 'first'",
};

/** Prints which triggers work on distributed tables. For an empty installation: a newsletter, four people, a tag and an email are made. */
export async function tryTriggers(db: Database): Promise<void> {
  await sql`insert into tenants (key) values (1)`.execute(db);
  await sql`
    insert into newsletters (key, id, username, name, from_address) overriding system value
    values (1, gen_random_uuid(), 'n1', 'N1', '')`.execute(db);
  await sql`insert into values_read (newsletter_key, names, print_date) values (1, '{tags,type}', now())`.execute(
    db,
  );
  await sql`
    insert into tags (id, newsletter_key, name, normal_name, color) values (gen_random_uuid(), 1, 'a', 'a', '#000000')`.execute(
    db,
  );
  await sql`alter table subscribers disable trigger user`.execute(db);
  for (const key of [1, 2, 3, 4]) await sql.raw(insertPerson(key, 'regular')).execute(db);
  await sql`alter table subscribers enable trigger user`.execute(db);
  await sql.raw(insertEmail('first')).execute(db);
  const rows = [];
  for (const [trigger, write] of Object.entries(writes)) {
    let result = 'works';
    await sql`begin`.execute(db);
    try {
      await sql.raw(write).execute(db);
    } catch (error) {
      result = (error as Error).message;
    }
    await sql`rollback`.execute(db);
    rows.push({ 'a write that runs': trigger, result });
  }
  printTable('Triggers of distributed tables', rows);
}

function insertPerson(key: number, type: string): string {
  const mail_state = type === 'unsubscribed' ? type : 'subscribed';
  return `insert into subscribers (key, id, newsletter_key, email_address, normal_address, type, mail_state, source)
    overriding system value values (${key}, gen_random_uuid(), 1, 'r${key}@x', 'r${key}@x', '${type}', '${mail_state}', 'api')`;
}

function insertEmail(slug: string): string {
  return `insert into emails (id, newsletter_key, subject, slug, source, email_type, status)
    values (gen_random_uuid(), 1, 's', '${slug}', 'api', 'public', 'draft')`;
}
