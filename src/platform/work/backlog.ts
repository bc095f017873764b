import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { WorkTable } from './claim.ts';

/** How much work of one kind is due, and for how many seconds the oldest has been waiting. */
export type Backlog = { queue: string; waiting: number; oldest_seconds: number };

/** The same, with the work in progress, the work due later, and the work that failed. */
export type WorkBacklog = Backlog & { running: number; later: number; failing: number; reason: string };

/** Reads the queues of the rows of one table: `queue` names the queue of the row `work`, and `queues` lists all that exist. */
export async function readWorkBacklog(
  db: Database,
  table: WorkTable,
  queue: RawBuilder<unknown>,
  queues: readonly string[],
): Promise<WorkBacklog[]> {
  const { rows } = await sql<WorkBacklog>`
    with found as (
      select ${queue} as queue, work_date, work_trouble, work_tries > 0 and work_lease is null as is_failing,
        work_lease is not null and work_date > now() as is_running
      from ${sql.table(table)} work where work_date is not null
    )
    select name as queue,
      count(*) filter (where not is_running and work_date <= now())::int as waiting,
      coalesce(extract(epoch from now() - min(work_date) filter (where not is_running and work_date <= now())), 0)::float8
        as oldest_seconds,
      count(*) filter (where is_running)::int as running,
      count(*) filter (where not is_running and work_date > now())::int as later,
      count(*) filter (where is_failing)::int as failing,
      coalesce((array_agg(work_trouble order by work_date desc) filter (where is_failing))[1], '') as reason
    from unnest(${queues}::text[]) as name left join found on found.queue = name
    group by name`.execute(db);
  return rows;
}
