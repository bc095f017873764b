import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { isId } from '../platform/ids.ts';
import type { Step } from './definition/actions.ts';
import { readStepsOf } from './definition/queries.ts';
import { goingOn, type Run, type Sequence } from './definition/sequence.ts';

/** A run, the steps that it has done, and the steps of its edition. */
export type KnownRun = Run & {
  automation_id: string;
  name: string;
  subscriber_id: string | null;
  timezone: unknown;
  edition_steps: Step[];
  done: {
    step_id: string;
    result: 'done' | 'skipped' | 'failed';
    reason: string;
    date: string;
    email_id: string | null;
  }[];
};

const inUtc = (date: RawBuilder<unknown>) =>
  sql`to_char(${date} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function selectRuns(
  db: Database,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<KnownRun[]> {
  const { rows } = await sql<Omit<KnownRun, 'edition_steps'>>`
    select run.*, sequences.id as automation_id, sequences.name, subscribers.id as subscriber_id,
      subscribers.metadata -> 'timezone' as timezone,
      coalesce((
        select jsonb_agg(jsonb_build_object('step_id', step_id, 'result', result, 'reason', step.reason, 'date', ${inUtc(sql`step.date`)},
          'email_id', emails.id) order by step.date, step_id)
        from sequence_steps step left join emails on emails.key = step.email_key where run_key = run.key), '[]') as done
    from sequence_runs run
    join sequences on sequences.key = run.sequence_key
    left join subscribers on subscribers.key = run.subscriber_key
    where ${where} order by run.key desc ${page}`.execute(db);
  const stepsOf = await readStepsOf(db, rows);
  return rows.map(run => ({ ...run, edition_steps: stepsOf(run) }));
}

type RunFilters = {
  status?: string[] | undefined;
  step?: string | undefined;
  subscriber_id?: string | undefined;
};

/** Lists a page of the passages through a sequence, newest first, and counts all of them. */
export async function listRuns(
  db: Database,
  { key }: Sequence,
  { status, step, subscriber_id }: RunFilters,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ results: KnownRun[]; count: number }> {
  const ofStep = step === undefined ? sql`true` : isId(step) ? atStep(step) : sql`false`;
  const ofPerson =
    subscriber_id === undefined
      ? sql`true`
      : isId(subscriber_id)
        ? sql`run.subscriber_key = (select key from subscribers where id = ${subscriber_id})`
        : sql`false`;
  const where = sql`
    run.sequence_key = ${key} and ${status ? sql`run.status = any(${status}::text[])` : sql`true`} and ${ofStep} and ${ofPerson}`;
  const results = await selectRuns(db, where, sql`limit ${page_size} offset ${(page - 1) * page_size}`);
  const counted = await sql<{ count: number }>`
    select count(*) as count from sequence_runs run where ${where}`.execute(db);
  return { results, count: counted.rows[0]!.count };
}

/** Whether a run is at this step of its edition. */
function atStep(step_id: string): RawBuilder<boolean> {
  return sql`(run.status in ('waiting', 'held') and exists (
    select from sequence_editions where sequence_editions.sequence_key = run.sequence_key and number = run.edition
      and steps -> run.step ->> 'id' = ${step_id}))`;
}

export async function findRun(db: Database, { key }: Sequence, id: string): Promise<KnownRun | undefined> {
  if (!isId(id)) return undefined;
  const [run] = await selectRuns(db, sql`run.sequence_key = ${key} and run.id = ${id}`, sql``);
  return run;
}

/** Lists the passages of one person through all sequences of the newsletter, newest first. */
export async function listRunsOf(db: Database, subscriber_key: number): Promise<KnownRun[]> {
  return selectRuns(db, sql`run.subscriber_key = ${subscriber_key}`, sql`limit 1000`);
}

/** Ends or moves a run of the sequence that is not over. Returns whether there was such a run. */
export async function changeRun(
  trx: Database,
  sequence: Sequence,
  run_key: number,
  change: { status: 'left' } | { due_date: string },
): Promise<boolean> {
  const { status, reason } = goingOn(sequence);
  const set =
    'status' in change
      ? sql`status = 'left', reason = 'by_hand', completed_date = now(), due_date = null`
      : sql`status = ${status}, reason = ${reason}, planned_date = ${change.due_date}, due_date = ${change.due_date}`;
  const { numAffectedRows } = await sql`
    update sequence_runs set ${set} where key = ${run_key} and status in ('waiting', 'held')`.execute(trx);
  return numAffectedRows === 1n;
}

/** Decides that a step of the run is left out, unless it has been done. Returns whether it is left out. */
export async function skipStep(trx: Database, run_key: number, step_id: string): Promise<boolean> {
  await sql`
    insert into sequence_steps (run_key, step_id, result, reason)
    select key, ${step_id}, 'skipped', 'by_hand' from sequence_runs
    where key = ${run_key} and status in ('waiting', 'held')
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ result: string }>`
    select result from sequence_steps where run_key = ${run_key} and step_id = ${step_id}`.execute(trx);
  return rows[0]?.result === 'skipped';
}

/** Counts the reasons why people did not enter, the last time, by the key of the sequence. */
export async function countRefusals(
  db: Database,
  sequence_keys: readonly number[],
): Promise<Map<number, { reason: string; count: number }[]>> {
  const { rows } = await sql<{ sequence_key: number; reason: string; count: number }>`
    select sequence_key, reason, count(*) as count from sequence_refusals
    where sequence_key = any(${[...sequence_keys]}::int[]) group by 1, 2 order by 3 desc, 2`.execute(db);
  return new Map(
    [...Map.groupBy(rows, row => row.sequence_key)].map(([key, own]) => [
      key,
      own.map(({ reason, count }) => ({ reason, count })),
    ]),
  );
}

export const stepResults = ['waiting', 'held', 'done', 'skipped', 'failed', 'left'] as const;
type StepResult = (typeof stepResults)[number];

type StepFigures = {
  step_id: string;
  waiting: number;
  held: number;
  done: number;
  skipped: number;
  failed: number;
  left: number;
  reasons: { result: StepResult; reason: string; count: number }[];
};

/** Counts how many people wait at each step, have passed it, or left there, by step. */
export async function countSteps(db: Database, { key }: Sequence): Promise<Map<string, StepFigures>> {
  const { rows } = await sql<{ step_id: string; what: StepResult; reason: string; count: number }>`
    select coalesce(steps -> run.step ->> 'id', '') as step_id, run.status as what, run.reason, count(*) as count
    from sequence_runs run join sequence_editions on sequence_editions.sequence_key = run.sequence_key and number = run.edition
    where run.sequence_key = ${key} and run.status in ('waiting', 'held', 'left') group by 1, 2, 3
    union all
    select step_id::text, result, sequence_steps.reason, count(*) from sequence_steps
    join sequence_runs on sequence_runs.key = run_key where sequence_key = ${key} group by 1, 2, 3`.execute(
    db,
  );
  const figures = new Map<string, StepFigures>();
  for (const { step_id, what, reason, count } of rows) {
    const own: StepFigures = figures.get(step_id) ?? {
      step_id,
      waiting: 0,
      held: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      left: 0,
      reasons: [],
    };
    own[what] += count;
    if (reason !== '') own.reasons.push({ result: what, reason, count });
    figures.set(step_id, own);
  }
  return figures;
}

/** Lists the emails that the sequence has mailed, with the step of each. */
export async function listEmailsOf(
  db: Database,
  { key }: Sequence,
): Promise<{ step_id: string; email_key: number }[]> {
  const { rows } = await sql<{ step_id: string; email_key: number }>`
    select step_id, email_key from sequence_emails where sequence_key = ${key} order by step_id, passage`.execute(
    db,
  );
  return rows;
}

/** Lists the newsletter's sequences in which people wait for a decision, with how many wait and since when. */
export async function listHeld(
  db: Database,
  newsletter_key: number,
): Promise<{ id: string; name: string; reason: string; count: number; date: string | null }[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    reason: string;
    count: number;
    date: string | null;
  }>`
    select sequences.id, name, reason, count(*)::int as count, min(due_date) as date
    from sequences join sequence_runs on sequence_key = sequences.key
    where newsletter_key = ${newsletter_key} and sequence_runs.status = 'held' and reason <> 'inactive'
    group by sequences.key, reason order by sequences.key, reason`.execute(db);
  return rows;
}
