import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { findImportOf } from './change.ts';
import { importAccess, importSchema, showImport } from './import.ts';
import { findImport } from './queries.ts';

const lookMilliseconds = 500;
/** The longest silence in a stream, because proxies end idle connections. */
const quietMilliseconds = 15_000;
const longestMilliseconds = 10 * minute_ms;

const api = operations('Moving', {
  follow: {
    summary: 'Follow an import',
    description:
      'Server-sent events. Each has the import as JSON, and is sent whenever it has changed. The stream ends when the import has ended or waits to be run, or after ten minutes: then connect again.',
    access: importAccess,
    params: z.object({ id: z.string() }),
    produces: ['text/event-stream'],
    answers: z.unknown(),
  },
});

/**
 * Adds the routes for the progress of an import as server-sent events (HTML, "Server-sent events"). The streams end when the server stops.
 */
export function importProgressRoutes(app: App, { clock }: { clock: Clock }): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.get('/v1/imports/:id/progress', api.follow, async ({ db, newsletter, params }, reply) => {
    const { key } = newsletter;
    const { id } = await findImportOf(db, key, params.id);
    return reply
      .type('text/event-stream')
      .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .send(Readable.from(events(db, clock, { key, id }, closing.signal)));
  });
}

async function* events(
  db: Database,
  clock: Clock,
  { key, id }: { key: number; id: string },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const begun = performance.now();
  let told = '';
  let told_at = begun;
  while (!signal.aborted && performance.now() - begun < longestMilliseconds) {
    const row = await findImport(db, key, id);
    if (!row) return;
    const data = JSON.stringify(importSchema.parse(showImport(row, clock())));
    const now = performance.now();
    if (data !== told) yield `data: ${data}\n\n`;
    else if (now - told_at > quietMilliseconds) yield ':\n\n';
    if (data !== told || now - told_at > quietMilliseconds) told_at = now;
    told = data;
    if (row.completion_date !== null || row.status === 'validated') return;
    await sleep(lookMilliseconds, undefined, { signal }).catch(() => {});
  }
}
