import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { fromKysely, PgBoss, type QueuePolicy } from 'pg-boss';
import { type Database, keptMilliseconds } from './database/connect.ts';
import { runPrepared } from './database/prepared.ts';
import type { Log } from './log.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** A kind of work that one part requests and another does, perhaps later and in another process. */
export type Job<Payload extends object> = {
  readonly name: string;
  readonly policy: QueuePolicy;
  /** Never set; only carries the type of the payload. */
  readonly payload?: Payload;
};

/** The job queue of this process. `workers` are the ids of its workers, by the name of their job. */
export type Jobs = { boss: PgBoss; workers: Map<string, string[]>; rounds: Rounds[] };

type Working = { db: Database; log: Log };

type JobsOptions = {
  declarations: readonly Job<object>[];
  /** Where a process that works on jobs looks for those that are due; one that only enqueues leaves them to others. */
  works?: Working | undefined;
  on_error: (error: Error) => void;
};

const tenYears = 10 * 365 * 86_400;

/**
 * Opens the queue (tables in schema `pgboss`) and registers the declared jobs. Throws while PostgreSQL is unavailable.
 */
export async function openJobs(url: string, { declarations, works, on_error }: JobsOptions): Promise<Jobs> {
  const options = {
    connectionString: url,
    idleTimeoutMillis: keptMilliseconds, // for pg; not among the options that pg-boss declares
    max: works ? 3 : 2, // workers have two more: pg-boss and announce.ts listen
    application_name: 'postrider jobs',
    useListenNotify: works !== undefined,
    notifyHeartbeatIntervalMs: 60_000, // wakeWhenDue notices within seconds what NOTIFY does not announce
    supervise: works !== undefined,
    schedule: false,
    superviseIntervalSeconds: 600, // jobs of dead workers continue sooner: continueAbandoned
    queueCacheIntervalSeconds: 600,
    bamIntervalSeconds: 600,
    monitorIntervalSeconds: 5, // how often continueAbandoned may ask for it
    flowIntervalSeconds: 3600, // no job waits for another
  };
  const boss = new PgBoss(options);
  boss.on('error', on_error);
  await boss.start();
  for (const { name, policy } of declarations) {
    // A dead worker is noticed by its missing heartbeat. A job that fails is retried with growing pauses, practically
    // for ever.
    const settings = {
      heartbeatSeconds: 10,
      expireInSeconds: 3600,
      retryLimit: 10_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      deleteAfterSeconds: 3600,
      retentionSeconds: tenYears, // pg-boss deletes jobs that wait longer than this
      notify: true,
    };
    await boss.createQueue(name, { policy, ...settings });
    await boss.updateQueue(name, settings); // createQueue does not update a queue of an earlier version
  }
  const jobs = { boss, workers: new Map<string, string[]>() };
  const names = declarations.map(({ name }) => name);
  return { ...jobs, rounds: works ? [wakeWhenDue(works, jobs, names), continueAbandoned(works, boss)] : [] };
}

/** Wakes the workers of jobs whose date has come, which pg-boss does not announce. */
function wakeWhenDue(
  { db, log }: Working,
  { boss, workers }: Pick<Jobs, 'boss' | 'workers'>,
  names: string[],
): Rounds {
  const dueJobs = (now: RawBuilder<string>) => sql`
    from pgboss.job
    where name in (${sql.join(names.map(sql.lit))}) and state < 'active' and not blocked and start_after <= ${now}`;
  return startRounds(
    async () => {
      const { rows } = await sql<{ name: string }>`select distinct name ${dueJobs(sql`now()`)}`.execute(db);
      for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
      return 'after_pause';
    },
    {
      ...{ pause_ms: 500, due: { db, condition: now => sql`exists (select ${dueJobs(now)})` } },
      ...{ log, failure: 'jobs that are due wait' },
    },
  );
}

const abandonedJobs = (now: RawBuilder<string>) => sql`
  from pgboss.job
  where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < ${now}`;

/** Lets jobs of dead workers wait again. pg-boss would look at everything else, too, which takes thirty times as long. */
function continueAbandoned({ db, log }: Working, boss: PgBoss): Rounds {
  return startRounds(
    async () => {
      const { rows } = await sql<{ name: string }>`select distinct name ${abandonedJobs(sql`now()`)}`.execute(
        db,
      );
      for (const { name } of rows) await boss.supervise(name);
      return 'after_pause';
    },
    {
      ...{ pause_ms: 10_000, due: { db, condition: now => sql`exists (select ${abandonedJobs(now)})` } },
      ...{ log, failure: 'jobs of workers that have ended wait' },
    },
  );
}

/**
 * After the clock of the database was set back: jobs that were enqueued for immediately, at what is now in the future, are due.
 * Returns how many that were. What is scheduled for a date keeps it.
 */
export async function continueJobsAfterSetBack(db: Database): Promise<number> {
  const { rows } = await sql`
    update pgboss.job set created_on = now(), start_after = now()
    where state < 'active' and created_on > now() + interval '10 seconds' and start_after <= created_on + interval '1 second'
    returning id`.execute(db);
  return rows.length;
}

export async function closeJobs({ boss, rounds }: Jobs): Promise<void> {
  await Promise.all(rounds.map(round => round.stop()));
  await boss.stop({ graceful: true, timeout: 8000 });
}

/**
 * Enqueues a job in the transaction of the change that requires it: neither happens without the other. With the policy
 * `short`, `key` identifies the job's subject, and enqueuing it again only moves the waiting job to `run_at`. The
 * payload holds ids only: the worker reads the rows again.
 */
export async function enqueue<Payload extends object>(
  trx: Database,
  { boss }: Jobs,
  job: Job<Payload>,
  { key, payload, run_at }: { key: string; payload: Payload; run_at?: Date },
): Promise<void> {
  await boss.upsert(job.name, payload, {
    db: preparing(trx),
    singletonKey: key,
    startAfter: run_at ?? 0, // seconds from now, by PostgreSQL's clock
  });
}

/** Like enqueue, for a subject that is new, so that no job can be waiting for it. */
export async function enqueueFirst<Payload extends object>(
  trx: Database,
  { boss }: Jobs,
  job: Job<Payload>,
  { key, payload, run_at }: { key: string; payload: Payload; run_at?: Date },
): Promise<void> {
  await boss.insert(job.name, [{ singletonKey: key, data: payload, startAfter: run_at ?? 0 }], {
    db: preparing(trx),
  });
}

/** Runs what the queue writes in `trx`; its statements have two forms for each job. */
function preparing(trx: Database) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await runPrepared(trx, CompiledQuery.raw(text, values)),
    }),
  };
}

/** Like enqueue, for many subjects that no job is waiting for. */
export async function enqueueMany<Payload extends object>(
  trx: Database,
  { boss }: Jobs,
  job: Job<Payload>,
  wanted: { key: string; payload: Payload }[],
): Promise<void> {
  const rows = wanted.map(({ key, payload }) => ({ singletonKey: key, data: payload }));
  await boss.insert(job.name, rows, { db: fromKysely(trx) });
}

/**
 * Works on `job` in this process, `at_once` jobs at a time, until the queue is closed or the returned function is called,
 * which does not wait for those in progress. If the handler throws, it runs again later.
 */
export async function workJob<Payload extends object>(
  { boss, workers }: Jobs,
  job: Job<Payload>,
  { at_once }: { at_once: number },
  handler: (payload: Payload) => Promise<void>,
): Promise<() => Promise<void>> {
  const ids: string[] = [];
  for (let count = 0; count < at_once; count += 1) {
    // While NOTIFY is not heard, because its connection was lost, workers look themselves.
    const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 300 };
    const worker: string = await boss.work<Payload>(job.name, polling, async ([one]) => {
      try {
        if (one) await handler(one.data);
      } finally {
        boss.notifyWorker(worker); // otherwise it would sleep until its next poll although more jobs may be waiting
      }
    });
    ids.push(worker);
  }
  workers.set(job.name, [...(workers.get(job.name) ?? []), ...ids]);
  return async () => {
    for (const id of ids) await boss.offWork(job.name, { id, wait: false });
  };
}
