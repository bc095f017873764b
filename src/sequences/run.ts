import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import { runStatuses } from './definition/sequence.ts';
import { runExample } from './definition/shown-example.ts';
import type { KnownRun } from './run-queries.ts';

export const runSchema = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    subscriber_id: z.string().nullable().describe('Null for a sequence that concerns nobody in particular'),
    edition: z.int(),
    passage: z.int().describe('The number of the person’s passage, from 1'),
    status: z.enum(runStatuses),
    reason: z.string().describe('Why it left, is held or waits longer; docs/sequences.md lists the reasons'),
    entered_date: timestamp.describe('When the trigger happened'),
    step: z.string().nullable().describe('The step that is next'),
    due_date: timestamp.nullable(),
    completed_date: timestamp.nullable(),
    steps: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          result: z.enum(['done', 'skipped', 'failed']),
          reason: z.string(),
          date: timestamp,
          email_id: z.string().nullable(),
        }),
      )
      .describe('The steps that are behind them'),
  })
  .meta({ id: 'SequenceRun', examples: [runExample] });

export function showRun(run: KnownRun): z.output<typeof runSchema> {
  const isOver = run.status !== 'waiting' && run.status !== 'held';
  const types = new Map(run.edition_steps.map(({ id, type }) => [id, type]));
  return {
    id: run.id,
    automation_id: run.automation_id,
    subscriber_id: run.subscriber_id,
    edition: run.edition,
    passage: run.passage,
    status: run.status as 'waiting',
    reason: run.reason,
    entered_date: run.entered_date,
    step: isOver ? null : (run.edition_steps[run.step]?.id ?? null),
    due_date: run.due_date,
    completed_date: run.completed_date,
    steps: run.done.map(({ step_id, ...one }) => ({ id: step_id, type: types.get(step_id) ?? '', ...one })),
  };
}
