import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { writeExportOf } from '../program/workers.ts';
import { advanceRuns } from '../sequences/engine/advance.ts';
import { lookAtClock } from '../sequences/engine/clock-triggers.ts';
import { settleEntries } from '../sequences/engine/settle.ts';
import type { TestService } from './postrider.ts';

/** Does everything that is due in sequences, at the service's time. Returns how many times something was moved. */
export async function runSequences(service: TestService): Promise<number> {
  const context = { ...service, writeExport: writeExportOf };
  for (let moved = 0; ; ) {
    const done = (await lookAtClock(context)) + (await settleEntries(context)) + (await advanceRuns(context));
    if (done === 0) return moved;
    moved += done;
  }
}

/** Lets time pass for sequences: moves everything that happened or is due this many days into the past. */
export async function letTimePass({ db }: Pick<TestService, 'db'>, days: number): Promise<void> {
  const span = sql`make_interval(secs => ${days * 86_400})`;
  await sql`
    update sequence_runs set entered_date = entered_date - ${span}, anchor_date = anchor_date - ${span},
      planned_date = planned_date - ${span}, due_date = due_date - ${span}, last_mail_date = last_mail_date - ${span}`.execute(
    db,
  );
  await sql`update sequence_steps set date = date - ${span}`.execute(db);
  await sql`update sequence_entries set event_date = event_date - ${span}, settle_date = settle_date - ${span}`.execute(
    db,
  );
  await sql`update deliveries set status_date = status_date - ${span}`.execute(db);
}

/** Returns a step as clients send it, due this many days after the trigger. */
export function stepAfter(days: number, type: string, metadata: object, more: object = {}) {
  const timing =
    days === 0 ? { time: 'immediate' } : { time: 'delay', delay: { value: String(days), unit: 'days' } };
  return { type, metadata, timing, ...more };
}

export const mailAfter = (days: number, subject: string, more: object = {}) =>
  stepAfter(days, 'send_email', { subject, body: `${subject}: read on.` }, more);

/** Creates a sequence and activates it. Returns it as the API shows it. */
export async function makeSequence(service: TestService, given: object, is_active = true) {
  const body = { name: 'Welcome', trigger: 'subscriber.tags.changed', actions: [], ...given };
  const created = await service.api('POST', '/v1/automations', body);
  assert.equal(created.status, 201, created.text);
  if (!is_active) return created.body;
  const active = await service.api('PATCH', `/v1/automations/${created.body.id}`, { status: 'active' });
  assert.equal(active.status, 200, active.text);
  return active.body;
}
