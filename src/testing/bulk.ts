import assert from 'node:assert/strict';
import { type RunContext, runBulkAction } from '../bulk-actions/run.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import type { TestService } from './postrider.ts';
import { sampleTheme } from './samples/rendering.ts';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
type Json = any;

/** Creates a bulk action, waits until it has ended, and returns it with its items. Throws unless it was created. */
export async function runBulk(
  service: TestService,
  type: string,
  metadata?: object,
): Promise<{ action: Json; items: Json[] }> {
  const { status, body, text } = await service.api('POST', '/v1/bulk_actions', { type, metadata });
  assert.equal(status, 201, text);
  assert.equal(body.status, 'not_started');
  return untilEnded(service, body.id);
}

/** Waits until the action has ended, and returns it with its items. */
export async function untilEnded(service: TestService, id: string): Promise<{ action: Json; items: Json[] }> {
  const path = `/v1/bulk_actions/${id}`;
  const action = await until(`the end of bulk action ${id}`, async () => {
    const { body } = await service.api('GET', path);
    return body.completion_date !== null && body;
  });
  return { action, items: (await service.api('GET', `${path}/items?page_size=1000`)).body.results };
}

/** The context of a worker, for a test that does the work itself. */
export const bulkContext: RunContext = {
  theme: sampleTheme,
  clock: systemClock,
  secret: [Buffer.alloc(32)],
  log: createLog('silent'),
};

/**
 * Processes the newsletter's bulk actions as a worker would, oldest first, until none is left or another worker has one. Throws the errors
 * of the work.
 */
export async function runBulkActions(
  db: Database,
  context: RunContext,
  newsletter_key: number,
): Promise<void> {
  for (;;) {
    const next = await db
      .selectFrom('bulk_actions')
      .select('id')
      .where('newsletter_key', '=', newsletter_key)
      .where('status', 'in', ['not_started', 'in_progress'])
      .orderBy('key')
      .executeTakeFirst();
    if (!next || typeof (await runBulkAction(db, context, next.id)) === 'number') return;
  }
}

/** Returns `done/skipped/failed` of an action. */
export function tally({ done_count, skipped_count, failed_count }: Json): string {
  return `${done_count}/${skipped_count}/${failed_count}`;
}
