import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { minute_ms } from '../platform/durations.ts';
import { DomainError } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { SequenceUpdate } from './definition/input.ts';
import { readStepsOf } from './definition/queries.ts';
import type { Edition, Run, Sequence } from './definition/sequence.ts';
import { hasMail, timingOf } from './definition/steps.ts';
import { dueOf, later } from './definition/timing.ts';
import { zoneOf } from './engine/settle.ts';

/** Where a person inside goes when the sequence changes for them too. */
export type Move = {
  run: Pick<Run, 'key' | 'id' | 'subscriber_key' | 'step' | 'due_date'>;
  subscriber_id: string | null;
  from: string | null;
  /** The new step; null if none of the steps that were ahead of them is left. */
  to: number | null;
  to_id: string | null;
  due: Date | null;
  is_changed: boolean;
};

/** How much later somebody is due who would be due at once, so that a mistake can be taken back. */
const grace_ms = 10 * minute_ms;
const shown = 20;

export const planSchema = z.object({
  moved: z.int().describe('How many people wait for another step or at another time'),
  due_at_once: z
    .int()
    .describe('How many of them have a step that would already be due; they get it in ten minutes'),
  ended: z.int().describe('How many people are done, because none of the steps ahead of them is left'),
  unchanged: z.int(),
  sample: z.array(
    z.object({
      subscriber_id: z.string().nullable(),
      from_step: z.string().nullable(),
      to_step: z.string().nullable(),
      due_date: timestamp.nullable(),
    }),
  ),
  hash: z.string().describe('Send it again with the change itself'),
});
export type EditPlan = z.output<typeof planSchema>;

type Inside = Pick<Run, 'key' | 'id' | 'subscriber_key' | 'step' | 'edition' | 'due_date' | 'anchor_date'> & {
  sequence_key: number;
  subscriber_id: string | null;
  timezone: unknown;
};

/**
 * Plans where everybody inside the sequence goes with this edition: to the same step or, if it is gone, to the next of the steps that were
 * ahead of them. Steps inserted before their place are not done for them.
 */
export async function planMoves(
  trx: Database,
  newsletter: Newsletter,
  edition: Edition,
  now: Date,
): Promise<Move[]> {
  const { rows } = await sql<Inside>`
    select run.key, run.id, run.subscriber_key, run.step, run.sequence_key, run.edition, run.due_date, run.anchor_date,
      subscribers.id as subscriber_id, subscribers.metadata -> 'timezone' as timezone
    from sequence_runs run
    left join subscribers on subscribers.key = run.subscriber_key
    where run.sequence_key = ${edition.sequence_key} and run.status in ('waiting', 'held')
    order by run.key for update of run`.execute(trx);
  const stepsOf = await readStepsOf(trx, rows);
  return rows.map(run => {
    const steps = stepsOf(run);
    const ahead = steps.slice(run.step).map(({ id }) => id);
    const at = ahead.map(id => edition.steps.findIndex(step => step.id === id)).find(place => place >= 0);
    const step = at === undefined ? undefined : edition.steps[at]!;
    const timing = step ? timingOf(step) : null;
    const due = step
      ? dueOf(timing, new Date(run.anchor_date), zoneOf(timing?.delay?.zone, run.timezone, newsletter))
      : null;
    const from = steps[run.step]?.id ?? null;
    const is_changed =
      step?.id !== from ||
      (due !== null && run.due_date !== null && due.getTime() !== Date.parse(run.due_date));
    return {
      run,
      subscriber_id: run.subscriber_id,
      from,
      to: at ?? null,
      to_id: step?.id ?? null,
      due: due && (is_changed ? later(due, new Date(now.getTime() + grace_ms)) : due),
      is_changed,
    };
  });
}

export function showPlan(moves: Move[], hash: string, now: Date): EditPlan {
  const moved = moves.filter(({ to, is_changed }) => to !== null && is_changed);
  const ended = moves.filter(({ to }) => to === null);
  const at_once = now.getTime() + grace_ms;
  return {
    moved: moved.length,
    due_at_once: moved.filter(({ due }) => due!.getTime() <= at_once).length,
    ended: ended.length,
    unchanged: moves.length - moved.length - ended.length,
    sample: [...ended, ...moved].slice(0, shown).map(({ subscriber_id, from, to_id, due }) => ({
      subscriber_id,
      from_step: from,
      to_step: to_id,
      due_date: due?.toISOString() ?? null,
    })),
    hash,
  };
}

/** Returns the hash of what would change, how, and for whom. It leaves out where people are, because they move on meanwhile. */
export function hashOfEdit(
  { id, edition }: Sequence,
  { dry_run: _, hash: __, ...changes }: SequenceUpdate,
): string {
  const contents = [id, edition, changes];
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 32);
}

/** Throws `sequence_changed` unless the request repeats the hash of its dry run. */
export function demandSameEdit(given: string | undefined, hash: string): void {
  if (given === hash) return;
  throw new DomainError(
    'sequence_changed',
    given === undefined ? sentence('sequences.moves_people') : sentence('sequences.other_edit'),
  );
}

/** Moves everybody inside to the new edition. */
export async function takeAlong(trx: Database, edition: Edition, moves: Move[], now: Date): Promise<void> {
  const rows = moves.map(({ run, to, due, is_changed }) => ({
    key: run.key,
    step: to ?? edition.steps.length,
    is_over: to === null,
    due: is_changed ? (due?.toISOString() ?? null) : null,
  }));
  await sql`
    update sequence_runs run set edition = ${edition.number}, step = moved.step, mails = ${hasMail(edition.steps)},
      status = case when moved.is_over then 'done' else run.status end,
      reason = case when moved.is_over then 'edited' else run.reason end,
      completed_date = case when moved.is_over then ${now.toISOString()}::timestamptz end,
      planned_date = case when moved.is_over then null else coalesce(moved.due, run.planned_date) end,
      due_date = case when moved.is_over then null else coalesce(moved.due, run.due_date) end
    from jsonb_to_recordset(${JSON.stringify(rows)}) as moved (key bigint, step int, is_over boolean, due timestamptz)
    where run.key = moved.key`.execute(trx);
}
