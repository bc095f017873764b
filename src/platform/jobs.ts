import { fromKysely, PgBoss, type QueuePolicy } from 'pg-boss';
import type { Database } from './database/connect.ts';

/** A kind of work that one part requests and another does, perhaps later and in another process. */
export type Job<Payload extends object> = {
  readonly name: string;
  readonly policy: QueuePolicy;
  /** Never set; only carries the type of the payload. */
  readonly payload?: Payload;
};

/** The job queue of this process. */
export type Jobs = { boss: PgBoss };

type JobsOptions = {
  declarations: readonly Job<object>[];
  /** Whether this process works on jobs; a process that only enqueues leaves supervision to others. */
  works: boolean;
  on_error: (error: Error) => void;
};

const tenYears = 10 * 365 * 86_400;

/**
 * Opens the queue (tables in schema `pgboss`) and registers the declared jobs. Throws while PostgreSQL is unavailable.
 */
export async function openJobs(url: string, { declarations, works, on_error }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: works ? 4 : 2,
    application_name: 'postrider jobs',
    useListenNotify: works,
    supervise: works,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
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
  return { boss };
}

export async function closeJobs({ boss }: Jobs): Promise<void> {
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
    db: fromKysely(trx),
    singletonKey: key,
    startAfter: run_at ?? 0, // seconds from now, by PostgreSQL's clock
  });
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
 * Works on `job` in this process, `at_once` jobs at a time, until the queue is closed. If the handler throws, it runs
 * again later.
 */
export async function workJob<Payload extends object>(
  { boss }: Jobs,
  job: Job<Payload>,
  { at_once }: { at_once: number },
  handler: (payload: Payload) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < at_once; count += 1) {
    const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
    const worker: string = await boss.work<Payload>(job.name, polling, async ([one]) => {
      try {
        if (one) await handler(one.data);
      } finally {
        boss.notifyWorker(worker); // otherwise it would sleep until its next poll although more jobs may be waiting
      }
    });
  }
}
