import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import { printTable } from './table.ts';

/** A write that runs each of our triggers. The name of a trigger begins with that of its table. */
const writes: Record<string, string> = {
  subscribers_suppressed_at_insert: insertPerson(101, 'unsubscribed'),
  subscribers_suppressed_at_update: unsubscribe(1),
  subscribers_come: insertPerson(102, 'regular'),
  subscribers_go: 'delete from subscribers where newsletter_key = 1 and key = 2',
  subscribers_version: "update subscribers set email_address = 'c@x' where newsletter_key = 1 and key = 3",
  subscribers_leave_sequences: unsubscribe(4),
  tags_renamed: "update tags set name = 'b' where newsletter_key = 1 and name = 'a'",
  tags_deleted: "delete from tags where newsletter_key = 1 and name = 'a'",
  emails_search_config: insertEmail('second'),
  newsletters_search_config: "update newsletters set locale = 'de' where key = 1",
  emails_deliveries: "delete from emails where newsletter_key = 1 and slug = 'first'",
};

/**
 * Prints which triggers work on distributed tables. It needs an empty installation, and adds a newsletter, four people, a tag and an email.
 */
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
    const table = sql.table(trigger.split('_')[0]!);
    await sql`begin`.execute(db);
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(db); // changes of the schema and rows in one transaction
    try {
      await sql`alter table ${table} disable trigger user`.execute(db);
      await sql`alter table ${table} enable trigger ${sql.ref(trigger)}`.execute(db);
      await sql.raw(write).execute(db);
    } catch (error) {
      result = (error as Error).message;
    }
    await sql`rollback`.execute(db);
    rows.push({ trigger, result });
  }
  printTable('Each trigger alone on a distributed table', rows);
}

function insertPerson(key: number, type: string): string {
  const mail_state = type === 'unsubscribed' ? type : 'subscribed';
  return `insert into subscribers (key, id, newsletter_key, email_address, normal_address, type, mail_state, source)
    overriding system value values (${key}, gen_random_uuid(), 1, 'r${key}@x', 'r${key}@x', '${type}', '${mail_state}', 'api')`;
}

function unsubscribe(key: number): string {
  return `update subscribers set type = 'unsubscribed', mail_state = 'unsubscribed' where newsletter_key = 1 and key = ${key}`;
}

function insertEmail(slug: string): string {
  return `insert into emails (id, newsletter_key, subject, slug, source, email_type, status)
    values (gen_random_uuid(), 1, 's', '${slug}', 'api', 'public', 'draft')`;
}
