import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';

/** About how many rows a partition has. With their indexes they take some 2 GB, which fit into memory while they are in use. */
const wanted_rows = 10_000_000;
const fewest_emails = 16;
const most_emails = 1000;

/** A partition of the ledger: the rows of the emails from `first_key` up to, but not including, `next_key`. */
export type LedgerPart = { name: string; first_key: number; next_key: number };

/** Lists the partitions of the ledger, oldest first. There are none while a large unpartitioned ledger waits to become the first. */
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
 * Makes sure that there is a partition for the rows of this email and later ones. Readers and writers of the ledger are not blocked: the
 * new partition is created separately and then attached. Call it before anybody is added to an email.
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

/** Whether the email has its partition, and a next one exists once the last is half full. */
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
 * Returns how many emails fill one partition, if they go to as many people as those of the last one; as many as in the last one if that is
 * still empty. A young installation gets small partitions, because its lists may be about to grow.
 */
async function chooseWidth(trx: Database, { first_key, next_key }: LedgerPart): Promise<number> {
  const { rows } = await sql<{ rows_per_email: number | null }>`
    select (
      (select sum(planned + accepted + temporary + permanent + uncertain + skipped + bounced + complained)
        from delivery_chunks where email_key >= ${first_key} and email_key < ${next_key})
      / nullif((select count(*) from emails where key >= ${first_key} and key < ${next_key}), 0)
    )::float8 as rows_per_email`.execute(trx);
  const { rows_per_email } = rows[0]!;
  const emails =
    rows_per_email === null ? next_key - first_key : Math.round(wanted_rows / Math.max(1, rows_per_email));
  return Math.max(fewest_emails, Math.min(emails, next_key, most_emails));
}

/** Moves the limit of a large unpartitioned ledger: its constraint against later emails is dropped and added again later. */
async function widenFirstPart(trx: Database, email_key: number): Promise<void> {
  const promised = await readPromise(trx);
  if (promised === undefined || email_key < promised) return;
  await giveUpSoon(trx);
  await sql`alter table deliveries drop constraint deliveries_first_part`.execute(trx);
}

/** Returns the first email that an unpartitioned ledger may not have, by its constraint; undefined without a constraint. */
export async function readPromise(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ next_key: number }>`
    select substring(pg_get_constraintdef(oid) from '\\d+')::bigint as next_key
    from pg_constraint where conrelid = to_regclass('deliveries') and conname = 'deliveries_first_part'`.execute(
    db,
  );
  return rows[0]?.next_key;
}

/** Makes the transaction fail rather than let everybody queue behind a lock for which it waits. */
export async function giveUpSoon(trx: Database): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(trx);
}
