import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { servedStatuses } from '../audience/filter/statuses.ts';
import { sendingBacklog } from '../delivery/ledger/backlog.ts';
import { letterKinds } from '../letters/letter.ts';
import type { Database } from '../platform/database/connect.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { type Backlog, readWorkBacklog, type WorkBacklog } from '../platform/work/backlog.ts';
import type { WorkTable } from '../platform/work/claim.ts';
import { webhooksBacklog } from '../webhooks/backlog.ts';

/** How long due work may wait until it counts as late; the alerts in deploy/prometheus use the same time. */
const lateSeconds = 900;

export const queueSchema = z
  .object({
    queue: z.string().describe('`sending`, `webhooks`, `feeds`, or the name of a job'),
    waiting: z.int().describe('Due, and waiting for a worker'),
    running: z.int().describe('Being worked on'),
    later: z.int().describe('Due later, including repetitions'),
    failing: z.int().describe('How many of those that wait or are due later have failed at least once'),
    reason: z.string().describe('Why the last of them failed'),
    reason_sentence: sentenceSchema,
    oldest_seconds: z.number().describe('How long the oldest has been waiting'),
    is_late: z.boolean().describe(`Whether that is more than ${lateSeconds / 60} minutes`),
  })
  .meta({ id: 'SystemQueue' });

export type Queue = z.output<typeof queueSchema>;
type Rest = Pick<Queue, 'queue' | 'running' | 'later' | 'failing' | 'reason'>;

const none = { running: 0, later: 0, failing: 0, reason: '' };
/** Shortens reasons: they come from elsewhere, and may be long. */
const shortly = (reason: RawBuilder<unknown>) => sql<string>`left(coalesce(${reason}, ''), 500)`;

/** Lists all queues: the ledger's, webhooks, feeds, and then the others by name. */
export async function readQueues(db: Database): Promise<Queue[]> {
  const [works, sending, webhooks, feeds, ...rests] = await Promise.all([
    workBacklog(db),
    sendingBacklog(db),
    webhooksBacklog(db),
    feedsBacklog(db),
    restOfSending(db),
    restOfWebhooks(db),
    restOfFeeds(db),
  ]);
  const found = new Map(rests.flat().map(rest => [rest.queue, rest]));
  const sorted = works.toSorted((a, b) => a.queue.localeCompare(b.queue));
  return [...sending, ...webhooks, ...feeds, ...sorted].map(backlog => ({
    ...none,
    ...backlog,
    ...found.get(backlog.queue),
    is_late: backlog.waiting > 0 && backlog.oldest_seconds > lateSeconds,
  }));
}

const queueOf: Record<Exclude<WorkTable, 'letters'>, string> = {
  ab_tests: 'decide_ab_tests',
  bulk_actions: 'run_bulk_actions',
  emails: 'start_sending',
  exports: 'run_export',
  imports: 'run_import',
  ledger_checks: 'check_ledger',
  payment_accounts: 'ask_stripe',
  payment_objects: 'read_payments',
  sequence_requests: 'send_sequence_requests',
};

/** Counts the queues of rows that are work: one for each kind of letter, and one for each of the other tables. */
export async function workBacklog(db: Database): Promise<WorkBacklog[]> {
  const read = await Promise.all([
    readWorkBacklog(db, 'letters', sql`kind`, letterKinds),
    ...Object.entries(queueOf).map(([table, queue]) =>
      readWorkBacklog(db, table as WorkTable, sql.lit(queue), [queue]),
    ),
  ]);
  return read.flat();
}

async function feedsBacklog(db: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'feeds' as queue, count(*) as waiting,
      coalesce(extract(epoch from now() - min(next_poll_date)), 0)::float8 as oldest_seconds
    from feeds where next_poll_date <= now() and (busy_until is null or busy_until <= now())`.execute(db);
  return rows;
}

async function restOfSending(db: Database): Promise<Rest[]> {
  const { rows } = await sql<Rest>`
    select 'sending' as queue, count(*) filter (where lease_until >= now()) as running,
      count(*) filter (where next_attempt_date > now()) as later,
      count(*) filter (where trouble is not null) as failing, ${shortly(sql`max(trouble)`)} as reason
    from delivery_chunks join emails on emails.key = email_key and emails.status in ${servedStatuses}
    where next_attempt_date is not null`.execute(db);
  return rows;
}

async function restOfWebhooks(db: Database): Promise<Rest[]> {
  const { rows } = await sql<Rest>`
    select 'webhooks' as queue, count(*) filter (where lease is not null) as running,
      count(*) filter (where lease is null and next_attempt_date > now()) as later,
      count(*) filter (where attempts > 0) as failing,
      case when count(*) filter (where attempts > 0) > 0
        then ${shortly(sql`(select reason from webhook_attempts where outcome = 'failed' order by key desc limit 1)`)}
        else '' end as reason
    from webhook_deliveries join webhooks on webhooks.key = webhook_key and status = 'enabled'`.execute(db);
  return rows;
}

async function restOfFeeds(db: Database): Promise<Rest[]> {
  const { rows } = await sql<Rest>`
    select 'feeds' as queue, 0 as running, count(*) filter (where next_poll_date > now()) as later,
      count(*) filter (where failures > 0) as failing,
      ${shortly(sql`(array_agg(last_error order by last_checked_date desc) filter (where failures > 0))[1]`)} as reason
    from feeds where next_poll_date is not null`.execute(db);
  return rows;
}
