import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { timestamp } from '../platform/http/fields.ts';
import { timingOf } from './definition/steps.ts';
import { dueOf, later } from './definition/timing.ts';
import { zoneOf } from './engine/settle.ts';
import type { KnownRun } from './run-queries.ts';

export const attemptSchema = z
  .object({
    id: z.string(),
    name: z.string().describe('Of the sequence'),
    status: z
      .enum(['unprocessed', 'processed', 'failed', 'pending', 'skipped'])
      .describe('pending: this step is next. unprocessed: it comes later'),
    automation_id: z.string(),
    execution_date: timestamp.describe('When it was done, or will be'),
    actions: z.array(z.record(z.string(), z.unknown())),
    reason: z.string().describe('Why it was skipped, failed or waits; empty if there is nothing to say'),
  })
  .meta({ id: 'AutomationForSubscriber' });
export type Attempt = z.output<typeof attemptSchema>;

const statuses = { done: 'processed', skipped: 'skipped', failed: 'failed' } as const;

/** Lists one row for each step of a run: those done, the next one, and those planned. If the person left before a step, it has no row. */
export function attemptsOf(run: KnownRun, newsletter: Pick<Newsletter, 'timezone'>): Attempt[] {
  const done = new Map(run.done.map(one => [one.step_id, one]));
  const isOver = run.status !== 'waiting' && run.status !== 'held';
  const next = run.due_date === null ? null : new Date(run.due_date);
  return run.edition_steps.flatMap((step, at): Attempt[] => {
    const whole = {
      id: attemptId(run.id, step.id),
      name: run.name,
      automation_id: run.automation_id,
      actions: [withoutKey(step.action)],
    };
    const known = done.get(step.id);
    if (known)
      return [{ ...whole, status: statuses[known.result], execution_date: known.date, reason: known.reason }];
    if (isOver || at < run.step || next === null) return [];
    if (at === run.step)
      return [{ ...whole, status: 'pending', execution_date: next.toISOString(), reason: run.reason }];
    const timing = timingOf(step);
    const due = dueOf(
      timing,
      new Date(run.anchor_date),
      zoneOf(timing?.delay?.zone, run.timezone, newsletter),
    );
    return [{ ...whole, status: 'unprocessed', execution_date: later(due, next).toISOString(), reason: '' }];
  });
}

/** Finds the run and the step to which an attempt's id belongs. */
export function findAttempt(
  runs: readonly KnownRun[],
  id: string,
): { run: KnownRun; step_id: string } | undefined {
  for (const run of runs)
    for (const step of run.edition_steps)
      if (attemptId(run.id, step.id) === id) return { run, step_id: step.id };
  return undefined;
}

/** Makes the id from the ids of the run and the step, so that it is always the same: a UUID of version 8 (RFC 9562 §5.8). */
function attemptId(run_id: string, step_id: string): string {
  const hash = createHash('sha256').update(`${run_id} ${step_id}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function withoutKey(action: Record<string, unknown>): Record<string, unknown> {
  const { metadata } = action as { metadata?: Record<string, unknown> };
  return metadata && 'signing_key' in metadata
    ? { ...action, metadata: { ...metadata, signing_key: metadata.signing_key ? '***' : '' } }
    : action;
}
