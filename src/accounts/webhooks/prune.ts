import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Deletes at most `limit` attempts from before that time. Returns how many. */
export async function pruneAttempts(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_attempts where key in (
      select key from webhook_attempts where creation_date < ${before.toISOString()} order by creation_date limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` lines of what webhooks that are gone were to be told. Returns how many. */
export async function pruneUntold(db: Database, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where (event_key, webhook_key) in (
      select event_key, webhook_key from webhook_deliveries
      where not exists (select from webhooks where webhooks.key = webhook_key)
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}
