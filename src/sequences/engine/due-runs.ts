import { type RawBuilder, sql } from 'kysely';
import { lookUp } from '../../delivery/ledger/by-key.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryStatus, MailState } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import type { Run } from '../definition/sequence.ts';

/** A run whose step is due, with data about its person. */
export type DueRun = Omit<Run, 'planned_date' | 'due_date'> & {
  planned_date: string;
  due_date: string;
  /** The person; undefined if they have been deleted, or if the run is not about a person. */
  person: { id: string; mail_state: MailState; tags: number[]; timezone: unknown } | undefined;
  /** The last mail of the run, as the ledger has it. */
  last_mail: { status: DeliveryStatus; date: string | null } | undefined;
  /** The steps that are done, or that somebody has decided to leave out. */
  settled: string[];
};

/**
 * Locks up to `most` due runs at one step of one edition, the step whose run has waited longest. It locks first their people and then the
 * runs, because everybody who changes a person and then their runs locks them in this order. Rows that somebody else has locked are left
 * out.
 */
export async function lockDueRuns(trx: Database, now: Date, most: number): Promise<DueRun[]> {
  const date = now.toISOString();
  const isDue = sql`status = 'waiting' and due_date <= ${date}`;
  const candidates = await sql<{ key: number; subscriber_key: number | null }>`
    select key, subscriber_key from sequence_runs
    where ${isDue} and (sequence_key, edition, step) = (
      select sequence_key, edition, step from sequence_runs where ${isDue} and ${fenceOpen} order by due_date, key limit 1)
    order by due_date, key limit ${most}`.execute(trx);
  const people = candidates.rows.flatMap(({ subscriber_key }) => subscriber_key ?? []);
  const locked = await sql<{ key: number }>`
    select key from subscribers where key = any(${people}::bigint[])
    order by key for no key update skip locked`.execute(trx);
  const keys = candidates.rows.map(({ key }) => key);
  const runs = await sql<Run>`
    select * from sequence_runs
    where key = any(${keys}::bigint[]) and ${isDue}
      and (subscriber_key is null or subscriber_key = any(${locked.rows.map(({ key }) => key)}::bigint[]))
    order by key for update skip locked`.execute(trx);
  return withPeople(trx, runs.rows);
}

async function withPeople(trx: Database, runs: Run[]): Promise<DueRun[]> {
  if (runs.length === 0) return [];
  const keys = runs.map(({ key }) => key);
  type Row = {
    key: number;
    person: DueRun['person'] | null;
    mail_status: DeliveryStatus | null;
    mail_date: string | null;
    settled: string[];
  };
  const { rows } = await sql<Row>`
    select run.key, case when subscribers.key is not null then jsonb_build_object('id', subscribers.id, 'mail_state', mail_state, 'tags', tags,
        'timezone', metadata -> 'timezone') end as person,
      mail.status as mail_status, mail.status_date as mail_date,
      array(select step_id::text from sequence_steps where run_key = run.key) as settled
    from sequence_runs run
    left join subscribers on subscribers.key = run.subscriber_key
    left join lateral (select found.* from (select 1) one ${lastMail}) mail on true
    where run.key = any(${keys}::bigint[])`.execute(trx);
  const known = new Map(rows.map(row => [row.key, row]));
  return runs.map(run => {
    const { person, mail_status, mail_date, settled } = known.get(run.key)!;
    return {
      ...run,
      planned_date: run.planned_date!,
      due_date: run.due_date!,
      person: person ?? undefined,
      last_mail: mail_status ? { status: mail_status, date: mail_date } : undefined,
      settled,
    };
  });
}

const lastMail: RawBuilder<unknown> = lookUp(sql`run.last_email_key`, sql`run.subscriber_key`, {
  columns: sql`status, status_date`,
  where: sql`true`,
});

/** The new place of a run. */
export type Moved = {
  key: number;
  status: Run['status'];
  reason: string;
  step: number;
  planned_date: string | null;
  due_date: string | null;
  tries: number;
  last_mail_step: number | null;
  last_email_key: number | null;
  last_mail_date: string | null;
};

export type StepRow = {
  run_key: number;
  step_id: string;
  result: 'done' | 'skipped' | 'failed';
  reason: string;
  due_date: string;
  email_key: number | null;
};

/** Records the steps that were done, and the new places of the runs, which `trx` has locked. */
export async function moveRuns(trx: Database, steps: StepRow[], moved: Moved[], now: Date): Promise<void> {
  const date = now.toISOString();
  if (steps.length > 0)
    await sql`
      insert into sequence_steps (run_key, step_id, result, reason, due_date, date, email_key)
      select run_key, step_id, result, reason, due_date, ${date}, email_key
      from jsonb_to_recordset(${JSON.stringify(steps)}) as step (run_key bigint, step_id uuid, result text, reason text,
        due_date timestamptz, email_key bigint)`.execute(trx);
  if (moved.length === 0) return;
  await sql`
    update sequence_runs run set status = moved.status, reason = moved.reason, step = moved.step, planned_date = moved.planned_date,
      due_date = moved.due_date, tries = moved.tries, last_mail_step = moved.last_mail_step, last_email_key = moved.last_email_key,
      last_mail_date = moved.last_mail_date,
      completed_date = case when moved.status in ('done', 'left', 'failed') then ${date}::timestamptz end
    from (
      select * from jsonb_to_recordset(${JSON.stringify(moved)}) as one (key bigint, status text, reason text, step int,
        planned_date timestamptz, due_date timestamptz, tries smallint, last_mail_step int, last_email_key bigint,
        last_mail_date timestamptz)
      limit ${moved.length} -- otherwise PostgreSQL expects a hundred, and reads all of a small table for one
    ) moved
    where run.key = moved.key`.execute(trx);
}

/** Postpones runs that are due until then. */
export async function postponeRuns(db: Database, runs: readonly DueRun[], until: Date): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    update sequence_runs set due_date = ${until.toISOString()}
    where key = any(${runs.map(({ key }) => key)}::bigint[]) and status = 'waiting' and due_date < ${until.toISOString()}`.execute(
    db,
  );
}
