import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';

/** About so many rows lie in one part: with their indexes some 2 GB, which fit into memory while they are hot. */
const wanted_rows = 10_000_000;
const fewest_emails = 16;
const most_emails = 1000;

/** A part of the ledger: the table that holds the rows of the emails from `first_key` up to, but without, `next_key`. */
export type LedgerPart = { name: string; first_key: number; next_key: number };

/** The parts of the ledger, oldest first. None while a large ledger from before parts waits to become the first of them. */
export async function listParts(db: Database): Promise<LedgerPart[]> {
  const { rows } = await sql<LedgerPart>`
    select name, coalesce(bound[1]::bigint, 0) as first_key, bound[2]::bigint as next_key
    from pg_inherits
    join pg_class part on part.oid = inhrelid
    cross join lateral (
      select part.relname::text as name,
        regexp_match(pg_get_expr(part.relpartbound, part.oid), 'FROM \\(''?(\\d+|MINVALUE)''?\\) TO \\(''?(\\d+)''?\\)') as found
    ) read
    cross join lateral (select array[nullif(found[1], 'MINVALUE'), found[2]] as bound) bounds
    where inhparent = to_regclass('deliveries')
    order by next_key`.execute(db);
  return rows;
}

/**
 * There is a part for the rows of this email, and for those of the emails to come. Readers and writers of the ledger wait
 * for nothing: the new part is made by itself and then attached. Called before anybody is added to an email.
 */
export async function makeRoom(db: Database, email_key: number): Promise<void> {
  if (hasRoom(await listParts(db), email_key)) return;
  await inTransaction(db, async trx => {
    if ((await listParts(trx)).length === 0) return widenFirstPart(trx, email_key);
    await sql`lock table deliveries in share update exclusive mode`.execute(trx); // one process at a time
    for (let parts = await listParts(trx); !hasRoom(parts, email_key); parts = await listParts(trx))
      await addPart(trx, parts.at(-1)!, email_key);
  });
}

/** Whether the email has its part, and there is another one as soon as the last is half used. */
function hasRoom(parts: LedgerPart[], email_key: number): boolean {
  const last = parts.at(-1);
  return last !== undefined && email_key < (last.first_key + last.next_key) / 2;
}

async function addPart(trx: Database, last: LedgerPart, email_key: number): Promise<void> {
  const first_key = last.next_key;
  const next_key = Math.max(first_key, email_key) + (await chooseWidth(trx, last));
  const name = sql.id(`deliveries_${first_key}`);
  await sql`create table ${name} (like deliveries including all) with (fillfactor = 85)`.execute(trx);
  await sql`
    alter table deliveries attach partition ${name} for values from (${sql.lit(first_key)}) to (${sql.lit(next_key)})`.execute(
    trx,
  );
}

/**
 * As many emails as make up the rows of one part, if they go to as many people as those of the last part did. A young
 * installation gets small parts, since its lists may be about to grow.
 */
async function chooseWidth(trx: Database, { first_key, next_key }: LedgerPart): Promise<number> {
  const { rows } = await sql<{ rows_per_email: number }>`
    select coalesce(
      (select sum(planned + accepted + temporary + permanent + uncertain + skipped + bounced + complained)
        from delivery_chunks where email_key >= ${first_key} and email_key < ${next_key})
      / nullif((select count(*) from emails where key >= ${first_key} and key < ${next_key}), 0),
      (select count(*) from subscribers)
    )::float8 as rows_per_email`.execute(trx);
  const emails = Math.round(wanted_rows / Math.max(1, rows[0]!.rows_per_email));
  return Math.max(fewest_emails, Math.min(emails, next_key, most_emails));
}

/** A large ledger from before parts has been promised to hold no email beyond; the promise is taken back, and given again later. */
async function widenFirstPart(trx: Database, email_key: number): Promise<void> {
  const promised = await readPromise(trx);
  if (promised === undefined || email_key < promised) return;
  await giveUpSoon(trx);
  await sql`alter table deliveries drop constraint deliveries_first_part`.execute(trx);
}

/** Up to which email, but without it, a ledger that is not in parts yet is promised to go; undefined without a promise. */
export async function readPromise(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ next_key: number }>`
    select substring(pg_get_constraintdef(oid) from '\\d+')::bigint as next_key
    from pg_constraint where conrelid = to_regclass('deliveries') and conname = 'deliveries_first_part'`.execute(
    db,
  );
  return rows[0]?.next_key;
}

/** The transaction fails rather than let everybody queue up behind a lock that it waits for. */
export async function giveUpSoon(trx: Database): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(trx);
}
