import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { listContractions, listNames } from '../database/migrations.ts';
import { prepare } from '../database/prepared.ts';
import { missingMigrations } from '../database/serves.ts';
import { codeOf, domainError } from '../errors.ts';
import { readObstacle, type Sending, sendingNow } from '../fence/queries.ts';
import { isDiskFull, outageOf, storageFull } from '../outage.ts';
import { sentence } from '../sentences/sentence.ts';
import { operations } from './operations.ts';
import type { App } from './server.ts';

const ok = z.object({ status: z.literal('ok') });
const ready = ok.extend({
  sending: z
    .enum(['open', 'waiting', 'hold'])
    .describe(
      'open: mail and webhooks go out. waiting: they wait for what `waits_for` says. hold: the installation is on hold (GET /v1/hold says why)',
    ),
  waits_for: z
    .enum(['operator', 'witness', 'worker'])
    .optional()
    .describe(
      'What sending waits for, if it is not open. operator: a decision, because it is on hold. witness: the object that FENCE_WITNESS names cannot be used. worker: none has confirmed the database yet',
    ),
});

const api = operations('Service', {
  health: {
    summary: 'Show whether the process is alive',
    security: [],
    rateLimit: false,
    answers: ok,
  },
  readiness: {
    summary: 'Show whether the process can serve',
    security: [],
    rateLimit: false,
    answers: ready,
    fails: [503, 507],
  },
});

/**
 * `/healthz`: the process responds. `/readyz`: it can serve. It can if it is not leaving, and if its database has the expected schema and
 * room to write (`data_dir` is a folder on a disk that we write to). An installation on hold is ready: its API and pages work.
 */
export function healthRoutes(app: App, db: Database, data_dir: string | undefined): void {
  app.get('/healthz', api.health, async () => ({ status: 'ok' as const }));

  app.get('/readyz', api.readiness, async () => {
    if (app.is_leaving) throw domainError('not_ready', 'requests.process_leaving');
    if (data_dir !== undefined && isDiskFull(data_dir))
      throw storageFull(sentence('requests.data_disk_full'));
    const { pending, sending: found } = await look(db).catch(error => {
      const outage = outageOf(error);
      if (outage) throw outage;
      throw domainError('not_ready', 'requests.database_away');
    });
    if (pending.length > 0)
      throw domainError('not_ready', 'requests.migrations_missing', { migrations: pending.join(', ') });
    const { sending, waits_for } = await readObstacle(db, found);
    return { status: 'ok' as const, sending, ...(waits_for && { waits_for }) };
  });
}

/** Finds which migrations the database lacks, and whether anything may go out. Throws if the database cannot be written. */
async function look(db: Database): Promise<{ pending: string[]; sending: Sending }> {
  try {
    const [row] = await lookStatement(db, {});
    return { pending: await missingFrom(row!.ran), sending: row!.sending };
  } catch (error) {
    // The database lacks a table or a function.
    if (!['42P01', '42883'].includes(codeOf(error) ?? '')) throw error;
    return { pending: await missingMigrations(db), sending: 'waiting' };
  }
}

/** The migrations that this program needs, which do not change while it runs. */
let needed: string[] | undefined;
/** The last list of migrations that was complete: comparing its names again would take a quarter of an answer's time. */
let complete: string | undefined;

/** Returns the migrations that this program needs and this list does not contain. */
async function missingFrom(ran: string): Promise<string[]> {
  if (ran === complete) return [];
  needed ??= await listNeeded();
  const names = new Set(ran.split(' '));
  const missing = needed.filter(name => !names.has(name));
  if (missing.length === 0) complete = ran;
  return missing;
}

async function listNeeded(): Promise<string[]> {
  const contracting = await listContractions();
  return (await listNames()).filter(name => !contracting.includes(name));
}

/**
 * Makes PostgreSQL write a temporary file of a quarter of a megabyte, which takes half a millisecond and fails on a full disk (53100). The
 * rows of a function go to such a file if they need more memory than the first column has just allowed.
 */
const lookStatement = prepare<Record<string, never>, { ran: string; sending: Sending }>(
  'look whether it is ready',
  [],
  () => sql`
    select set_config('work_mem', '64kB', true), (select count(*) from unnest(array_fill(repeat('x', 8000), array[32]))),
      (select coalesce(string_agg(name, ' '), '') from kysely_migration) as ran, ${sendingNow} as sending`,
);
