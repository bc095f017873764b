import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** How much work of one kind is due, and for how many seconds the oldest has been waiting. */
export type Backlog = { queue: string; waiting: number; oldest_seconds: number };

/** The jobs that are due, by name; jobs scheduled for later do not count. */
export async function readJobQueues(db: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select queue.name as queue, count(job.id) as waiting,
      coalesce(extract(epoch from now() - min(greatest(job.start_after, job.created_on))), 0)::float8 as oldest_seconds
    from pgboss.queue
    left join pgboss.job on job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    where queue.name not like '\\_\\_%'
    group by queue.name`.execute(db);
  return rows;
}
