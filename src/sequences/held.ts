import { sql } from 'kysely';
import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { found } from '../platform/errors.ts';
import type { Step } from './definition/actions.ts';
import { lockSequence, readStepsOf } from './definition/queries.ts';
import { goingOn, type Run, type Sequence } from './definition/sequence.ts';
import { timingOf } from './definition/steps.ts';
import { dueOf } from './definition/timing.ts';
import { zoneOf } from './engine/settle.ts';
import { refuseForeign } from './own.ts';

type HeldDecision = 'send' | 'shift' | 'skip' | 'end';

type HeldRun = Run & { steps: Step[]; timezone: unknown };

/** Decides for everybody who is held because of lateness. Returns how many people that were. Throws `not_found`. */
export async function decideHeld(
  db: Database,
  { newsletter, bounds, by }: Pick<Caller, 'newsletter' | 'bounds' | 'by'>,
  id: string,
  decision: HeldDecision,
  now: Date,
): Promise<number> {
  return inTransaction(db, async trx => {
    const sequence = found(await lockSequence(trx, newsletter.key, id), 'automation');
    refuseForeign({ bounds, by }, sequence);
    const { rows } = await sql<Omit<HeldRun, 'steps'>>`
      select run.*, subscribers.metadata -> 'timezone' as timezone
      from sequence_runs run
      left join subscribers on subscribers.key = run.subscriber_key
      where run.sequence_key = ${sequence.key} and run.status = 'held' and run.reason = 'late'
      order by run.key for update of run`.execute(trx);
    const stepsOf = await readStepsOf(trx, rows);
    const moved = rows.map(run =>
      place({ ...run, steps: stepsOf(run) }, { newsletter, sequence, decision, now }),
    );
    const skipped = rows.flatMap((run, at) =>
      stepsOf(run)
        .slice(run.step, moved[at]!.step)
        .map(step => ({ run_key: run.key, step_id: step.id, due_date: run.due_date })),
    );
    await sql`
      insert into sequence_steps (run_key, step_id, result, reason, due_date)
      select run_key, step_id, 'skipped', 'late', due_date
      from jsonb_to_recordset(${JSON.stringify(skipped)}) as step (run_key bigint, step_id uuid, due_date timestamptz)
      on conflict do nothing`.execute(trx);
    await sql`
      update sequence_runs run set status = moved.status, reason = moved.reason, step = moved.step, anchor_date = moved.anchor_date,
        planned_date = moved.due_date, due_date = moved.due_date,
        completed_date = case when moved.status in ('left', 'done') then ${now.toISOString()}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(moved)}) as moved (key bigint, status text, reason text, step int,
        anchor_date timestamptz, due_date timestamptz)
      where run.key = moved.key`.execute(trx);
    return rows.length;
  });
}

type Decided = { newsletter: Newsletter; sequence: Sequence; decision: HeldDecision; now: Date };

function place(run: HeldRun, { newsletter, sequence, decision, now }: Decided) {
  const { key, step, anchor_date } = run;
  const stay = {
    key,
    ...goingOn(sequence),
    step,
    anchor_date,
    due_date: now.toISOString() as string | null,
  };
  switch (decision) {
    case 'send':
      return stay;
    case 'shift': {
      const late = now.getTime() - Date.parse(run.due_date!);
      return { ...stay, anchor_date: new Date(Date.parse(anchor_date) + late).toISOString() };
    }
    case 'end':
      return { ...stay, status: 'left', reason: 'late', due_date: null };
    case 'skip': {
      const dues = run.steps.map(one => {
        const timing = timingOf(one);
        return dueOf(timing, new Date(anchor_date), zoneOf(timing?.delay?.zone, run.timezone, newsletter));
      });
      const next = dues.findIndex((due, at) => at > step && due > now);
      if (next < 0) return { ...stay, status: 'done', reason: '', step: run.steps.length, due_date: null };
      return { ...stay, step: next, due_date: dues[next]!.toISOString() };
    }
  }
}
