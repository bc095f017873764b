import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

const attempt_days = 30;
const batch = 5000;

/** Forgets attempts that are 30 days old, and what webhooks that are deleted were to be told. */
export async function pruneWebhooks(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - attempt_days * 86_400_000).toISOString();
  for (let pruned = BigInt(batch); pruned === BigInt(batch); ) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_attempts where key in (
        select key from webhook_attempts where creation_date < ${oldest} order by creation_date limit ${batch}
      )`.execute(db);
    pruned = numAffectedRows;
  }
  await sql`
    delete from webhook_deliveries
    where not exists (select from webhooks where webhooks.key = webhook_key)`.execute(db);
}
