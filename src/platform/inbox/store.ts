import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { isId, newId } from '../ids.ts';

/** A received message with all its recipients. `owner` is the owner of the mail; null if the client named none. */
export type Incoming = { sender: string; owner: string | null; recipients: string[]; source: Buffer };
/** A filter: messages to one of `to` (ignoring case) and of one of these owners; undefined means any. */
export type Wanted = { to?: string[] | undefined; owners?: string[] | undefined };
/** One recipient's copy. `source` holds the bytes as received; `date` is the time of arrival. */
export type StoredMessage = { id: string; sender: string; recipient: string; source: Buffer; date: string };
/** The data of a line in the list: only the beginning of the source, and its length. */
export type StoredHead = {
  id: string;
  sender: string;
  recipient: string;
  head: Buffer;
  size: number;
  date: string;
};

const capacity = 1000;
const headBytes = 64 * 1024;
const listBytes = 64 * 1024 * 1024;

// Pruning runs only now and then. Readers apply the same limit, so nobody ever sees an older message.
const oldestKept = sql<number>`(select key from inbox_messages order by key desc offset ${capacity - 1} limit 1)`;
const kept = sql<boolean>`key >= coalesce(${oldestKept}, 0)`;

/** Adds a row for each recipient and counts them, all in one commit. */
export async function storeMessages(db: Database, messages: Incoming[]): Promise<void> {
  const rows = messages.map(
    ({ sender, owner, recipients, source }) =>
      sql`(${sender}::text, ${owner}::uuid, ${source}::bytea, ${recipients.map(() => newId())}::uuid[], ${recipients}::text[])`,
  );
  await sql`
    with stored as (
      insert into inbox_messages (id, sender, owner, recipient, source)
      select copy.id, message.sender, message.owner, copy.recipient, message.source
      from (values ${sql.join(rows)}) as message (sender, owner, source, ids, recipients)
      cross join lateral unnest(message.ids, message.recipients) as copy (id, recipient)
      returning 1
    )
    update inbox_total set total = total + (select count(*) from stored)`.execute(db);
}

/** Deletes all but the newest 1,000 messages. */
export async function pruneMessages(db: Database): Promise<void> {
  await db.deleteFrom('inbox_messages').where('key', '<', oldestKept).execute();
}

/** Deletes all messages of these owners. Returns how many. */
export async function deleteMessages(db: Database, wanted: Wanted): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('inbox_messages').where(isWanted(wanted)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists the newest messages, newest first: at most `limit`, and at most 64 MB of them (but at least one). */
export async function listMessages(db: Database, wanted: Wanted, limit: number): Promise<StoredMessage[]> {
  const size = sql<number>`octet_length(source)`;
  return db
    .with('newest', with_ =>
      with_
        .selectFrom('inbox_messages')
        .selectAll()
        .select(sql<number>`sum(${size}) over (order by key desc) - ${size}`.as('bytes_before'))
        .where(kept)
        .where(isWanted(wanted))
        .orderBy('key', 'desc')
        .limit(limit),
    )
    .selectFrom('newest')
    .select(['id', 'sender', 'recipient', 'source', 'date'])
    .where('bytes_before', '<', listBytes)
    .orderBy('key', 'desc')
    .execute();
}

/** Lists one page of the mail, newest first. `page` counts from 1. */
export async function listHeads(
  db: Database,
  wanted: Wanted,
  { page, page_size }: { page: number; page_size: number },
): Promise<StoredHead[]> {
  return db
    .selectFrom('inbox_messages')
    .select(['id', 'sender', 'recipient', 'date', sql<number>`octet_length(source)`.as('size')])
    .select(sql<Buffer>`substring(source from 1 for ${headBytes})`.as('head'))
    .where(kept)
    .where(isWanted(wanted))
    .orderBy('key', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
}

/** Counts the messages in the list. */
export async function countMessages(db: Database, wanted: Wanted): Promise<number> {
  const { count } = await db
    .selectFrom('inbox_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(kept)
    .where(isWanted(wanted))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findMessage(
  db: Database,
  id: string,
  wanted: Wanted,
): Promise<StoredMessage | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('inbox_messages')
    .select(['id', 'sender', 'recipient', 'source', 'date'])
    .where('id', '=', id)
    .where(kept)
    .where(isWanted(wanted))
    .executeTakeFirst();
}

/** Returns how many messages have ever arrived. */
export async function readTotal(db: Database): Promise<number> {
  const { total } = await db.selectFrom('inbox_total').select('total').executeTakeFirstOrThrow();
  return total;
}

function isWanted({ to, owners }: Wanted) {
  const isTo = to && sql`lower(recipient) in (select lower(wanted) from unnest(${to}::text[]) as wanted)`;
  const isOwned = owners !== undefined && sql`owner = any(${owners}::uuid[])`;
  return sql<boolean>`(${isTo ?? sql`true`} and ${isOwned || sql`true`})`;
}
