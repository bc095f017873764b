import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** A point on which a sequence does not agree with the ledger. */
type SequenceFault = {
  sequence_id: string;
  what: 'mailed_without_copy' | 'copy_without_step' | 'passed_a_step_undone';
  count: number;
};

/**
 * Compares runs, steps and the ledger: everybody whom a step has mailed is in the ledger of its email, everybody in the ledger of a
 * sequence's email was mailed by a step, and a run has a row for every step behind it. Returns an empty list if they agree, as they must.
 * Emails whose deliveries are no longer kept are not compared.
 */
export async function findSequenceFaults(db: Database): Promise<SequenceFault[]> {
  const { rows } = await sql<SequenceFault>`
    select sequences.id as sequence_id, what, count(*)::int as count
    from (
      select sequence_key, 'mailed_without_copy' as what
      from sequence_steps step join sequence_runs run on run.key = run_key join emails on emails.key = email_key
      where deliveries_dropped_date is null and run.subscriber_key is not null and not exists (
        select from deliveries where deliveries.email_key = step.email_key and deliveries.subscriber_key = run.subscriber_key)
      union all
      select sequence_key, 'copy_without_step'
      from sequence_emails join emails on emails.key = email_key and status = 'transactional'
      join deliveries on deliveries.email_key = emails.key join subscribers on subscribers.key = subscriber_key
      where not exists (
        select from sequence_runs run join sequence_steps step on step.run_key = run.key and step.email_key = emails.key
        where run.subscriber_key = deliveries.subscriber_key)
      union all
      select run.sequence_key, 'passed_a_step_undone'
      from sequence_runs run
      join sequence_editions edition on edition.sequence_key = run.sequence_key and edition.number = run.edition
      cross join lateral jsonb_array_elements(steps) with ordinality as behind (step, place)
      where edition.number = 1 and place <= run.step and run.status in ('waiting', 'done')
        and not exists (select from sequence_steps where run_key = run.key and step_id = (behind.step ->> 'id')::uuid)
    ) fault join sequences on sequences.key = fault.sequence_key
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
