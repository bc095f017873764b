import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Automation } from '../definition/automation.ts';
import { withFeeds } from '../definition/queries.ts';

/** Lists the automations of a newsletter with held items. */
export async function listHolding(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeeds(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('automation_items')
          .select('automation_items.key')
          .whereRef('automation_key', '=', 'automations.key')
          .where('automation_items.status', '=', sql.lit('held')),
      ),
    )
    .orderBy('automations.key')
    .execute();
}

/**
 * A newsletter with held items that its owner has not been notified of, and no notification within a day. Locked until
 * `trx` ends.
 */
export async function lockUntold(
  trx: Database,
  now: Date,
): Promise<{ newsletter_key: number; newsletter_id: string } | undefined> {
  await sql`
    insert into automation_notices (newsletter_key)
    select distinct newsletter_key from automations
    where key in (select automation_key from automation_items where status = 'held')
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ newsletter_key: number; newsletter_id: string }>`
    select newsletter_key, newsletters.id as newsletter_id
    from automation_notices as notices join newsletters on newsletters.key = newsletter_key
    where coalesce(told_date, '-infinity') <= ${now.toISOString()}::timestamptz - interval '1 day'
      and exists (
        select from automations join automation_items on automation_key = automations.key
        where automations.newsletter_key = notices.newsletter_key and automation_items.status = 'held'
          and automation_items.modification_date > coalesce(told_date, '-infinity'))
    limit 1 for update of notices skip locked`.execute(trx);
  return rows[0];
}

export async function markTold(trx: Database, newsletter_key: number, now: Date): Promise<void> {
  await trx
    .updateTable('automation_notices')
    .set({ told_date: now.toISOString() })
    .where('newsletter_key', '=', newsletter_key)
    .execute();
}
