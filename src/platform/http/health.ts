import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { DomainError } from '../errors.ts';
import { readObstacle } from '../fence/queries.ts';
import { isDiskFull, outageOf, storageFull } from '../outage.ts';
import { sentence } from '../sentences/sentence.ts';
import { operations } from './operations.ts';
import type { App } from './server.ts';

const ok = z.object({ status: z.literal('ok') });
const ready = ok.extend({
  sending: z
    .enum(['open', 'waiting', 'hold'])
    .describe('Whether mail and webhooks go out: not on hold (GET /v1/hold says why)'),
  waits_for: z
    .enum(['operator', 'witness', 'worker'])
    .optional()
    .describe(
      'What sending waits for, if it is not open. operator: a decision, since it is on hold. witness: the object that FENCE_WITNESS names cannot be used. worker: none has confirmed the database yet',
    ),
});

const api = operations('Service', {
  health: {
    summary: 'Whether the process is alive',
    security: [],
    rateLimit: false,
    answers: ok,
  },
  readiness: {
    summary: 'Whether it can serve',
    security: [],
    rateLimit: false,
    answers: ready,
    fails: [503, 507],
  },
});

/**
 * `/healthz`: the process responds. `/readyz`: it can serve: its database has the expected schema and room to write
 * (`data_dir` is a folder on a disk that we write to). An installation on hold is ready: its API and pages work.
 */
export function healthRoutes(app: App, db: Database, data_dir: string | undefined): void {
  app.get('/healthz', api.health, async () => ({ status: 'ok' as const }));

  app.get('/readyz', api.readiness, async () => {
    if (data_dir !== undefined && isDiskFull(data_dir))
      throw storageFull(sentence('requests.data_disk_full'));
    try {
      await writeInPassing(db);
    } catch (error) {
      const outage = outageOf(error);
      if (outage) throw outage;
      throw new DomainError('not_ready', sentence('requests.database_away'));
    }
    const pending = await pendingMigrations(db);
    if (pending.length > 0)
      throw new DomainError(
        'not_ready',
        sentence('requests.migrations_missing', { migrations: pending.join(', ') }),
      );
    const { sending, waits_for } = await readObstacle(db);
    return { status: 'ok' as const, sending, ...(waits_for && { waits_for }) };
  });
}

/** Makes PostgreSQL write a temporary file of half a megabyte, which takes 5 ms and fails on a full disk (53100). */
async function writeInPassing(db: Database): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from generate_series(1, 20000)`.execute(trx);
  });
}
