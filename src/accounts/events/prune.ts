import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

const batch = 5000;

/** Forgets what happened more than `days` days ago, a batch at a time, so that nobody waits for long. Returns how much that was. */
export async function pruneEvents(db: Database, now: Date, days: number): Promise<number> {
  const oldest = new Date(now.getTime() - days * 86_400_000).toISOString();
  for (let pruned = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from events using (
        select old.key
        from newsletters
        cross join lateral (
          select key from events
          where newsletter_key = newsletters.key and creation_date < ${oldest}
          order by creation_date
          limit ${batch}
        ) old
        limit ${batch}
      ) old
      where events.key = old.key`.execute(db);
    pruned += Number(numAffectedRows);
    if (numAffectedRows < batch) return pruned;
  }
}
