import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** An email whose stored counts differ from the ledger's rows, with the counts that differ. */
export type WrongEmail = {
  email_id: string;
  chunks: number;
  stored: Record<string, number>;
  counted: Record<string, number>;
};

export type Check = {
  id: string;
  creation_date: string;
  completion_date: string | null;
  next_key: number | null;
  email_count: number;
  checked_count: number;
  wrong_count: number;
  wrong: WrongEmail[];
};

const hasRows = sql`deliveries_dropped_date is null and exists (select from delivery_chunks where email_key = emails.key)`;

/** Finds the last check; undefined if nobody has requested one. */
export async function findCheck(db: Database): Promise<Check | undefined> {
  const { rows } = await sql<Check>`select * from ledger_checks`.execute(db);
  return rows[0];
}

/** Replaces the last check by a new one, unless it is in progress. */
export async function beginCheck(trx: Database, id: string): Promise<void> {
  await sql`
    insert into ledger_checks (id, next_key, email_count)
    select ${id}, max(key) + 1, count(*) from emails where ${hasRows}
    on conflict (is_only) do update set id = excluded.id, creation_date = default, completion_date = null,
      next_key = excluded.next_key, email_count = excluded.email_count, checked_count = 0, wrong_count = 0, wrong = default
    where ledger_checks.completion_date is not null`.execute(trx);
}

/** Lists the next emails below this key, with the number of their chunks. */
export async function listToCheck(
  db: Database,
  next_key: number | null,
): Promise<{ key: number; chunks: number }[]> {
  const { rows } = await sql<{ key: number; chunks: number }>`
    with next as (
      select key from emails where key < ${next_key} and ${hasRows} order by key desc limit 100
    )
    select key, (select count(*) from delivery_chunks where email_key = next.key) as chunks
    from next order by key desc`.execute(db);
  return rows;
}

type Advance = Pick<Check, 'next_key' | 'wrong_count' | 'wrong'> & { checked: number; is_done: boolean };

/** Stores the progress of the check. Returns false if the check has already got further, or has been replaced. */
export async function advanceCheck(
  db: Database,
  { id, checked_count }: Check,
  { next_key, checked, wrong_count, wrong, is_done }: Advance,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_checks set next_key = ${next_key}, checked_count = checked_count + ${checked}, wrong_count = ${wrong_count},
      wrong = ${JSON.stringify(wrong)}::jsonb, completion_date = case when ${is_done} then now() end
    where id = ${id} and checked_count = ${checked_count} and completion_date is null`.execute(db);
  return numAffectedRows === 1n;
}
