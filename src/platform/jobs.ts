import { fromKysely, PgBoss, type QueuePolicy } from 'pg-boss';
import type { Database } from './database/connect.ts';

/** A kind of work that one part asks for and another does, perhaps later and in another process. */
export type Job<Payload extends object> = {
  readonly name: string;
  readonly policy: QueuePolicy;
  /** Only here so that the type of the payload is kept; never set. */
  readonly payload?: Payload;
};

/** The queue of all jobs, as this process holds it. */
export type Jobs = { boss: PgBoss };

type JobsOptions = {
  declarations: readonly Job<object>[];
  /** Whether this process works jobs; one that only asks for work leaves the watching to others. */
  works: boolean;
  on_error: (error: Error) => void;
};

const tenYears = 10 * 365 * 86_400;

/** Opens the queue (tables in schema `pgboss`) and makes what is declared known. Throws while PostgreSQL is away. */
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
    // A worker that dies is noticed by its silent heart; one that fails is given long, growing pauses, never up.
    const settings = {
      heartbeatSeconds: 10,
      expireInSeconds: 3600,
      retryLimit: 10_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      deleteAfterSeconds: 3600,
      retentionSeconds: tenYears, // pg-boss deletes a job that waits for longer, as if nobody needed it
      notify: true,
    };
    await boss.createQueue(name, { policy, ...settings });
    await boss.updateQueue(name, settings); // createQueue leaves a queue of an earlier version as it was
  }
  return { boss };
}

export async function closeJobs({ boss }: Jobs): Promise<void> {
  await boss.stop({ graceful: true, timeout: 8000 });
}

/**
 * Asks for a job, in the transaction of the change that makes it needed: neither happens without the other.
 * With the policy `short`, `key` names what it is about, and asking again only moves the waiting one to `run_at`.
 * The payload is ids: whoever works it reads the rows again.
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
    startAfter: run_at ?? 0, // seconds from now, by the clock of PostgreSQL
  });
}

/** Works `job` in this process, `lanes` at a time, until the jobs are closed. A handler that throws is run again later. */
export async function workJob<Payload extends object>(
  { boss }: Jobs,
  job: Job<Payload>,
  { lanes }: { lanes: number },
  handler: (payload: Payload) => Promise<void>,
): Promise<void> {
  for (let lane = 0; lane < lanes; lane += 1) {
    const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
    const worker: string = await boss.work<Payload>(job.name, polling, async ([one]) => {
      try {
        if (one) await handler(one.data);
      } finally {
        boss.notifyWorker(worker); // else it would sleep until its next poll though more may wait
      }
    });
  }
}
