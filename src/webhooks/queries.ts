import { type Insertable, sql } from 'kysely';
import { holdNewsletter } from '../accounts/queries.ts';
import { checked } from '../platform/database/conditions.ts';
import type { Database } from '../platform/database/connect.ts';
import { rowsOf } from '../platform/database/rows.ts';
import type { WebhookAttempts, Webhooks } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { readPage } from '../platform/http/read-page.ts';
import { isId } from '../platform/ids.ts';
import type { Webhook, WebhookAttempt } from './webhook.ts';

const webhooks = rowsOf('webhooks');
export const { find: findWebhook, lock: lockWebhook, update: updateWebhookRow } = webhooks;

/** The columns of an attempt in lists: all but its request and the headers of the response, which may be large. */
const listedColumns = [
  'webhook_attempts.id',
  'event_id',
  'event_type',
  'kind',
  'attempt',
  'outcome',
  'status_code',
  'reason',
  'response_body',
  'duration_ms',
  'next_attempt_date',
  'webhook_attempts.creation_date',
] as const;
type ListedAttempt = Omit<
  WebhookAttempt,
  'key' | 'webhook_key' | 'url' | 'request_headers' | 'request_body' | 'response_headers'
>;

/** Inserts the row. Returns undefined, and inserts nothing, if the newsletter already has `most` webhooks. */
export async function insertWebhook(
  trx: Database,
  row: Insertable<Webhooks>,
  most: number,
): Promise<Webhook | undefined> {
  await holdNewsletter(trx, row.newsletter_key);
  const { count } = await trx
    .selectFrom('webhooks')
    .where('newsletter_key', '=', row.newsletter_key)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  return webhooks.insert(trx, row);
}

/** Lists a page of the newsletter's webhooks, oldest first, optionally only those with one of the `status` values. */
export async function listWebhooks(
  db: Database,
  newsletter_key: number,
  { status, ...page }: Page & { status?: string[] | undefined },
) {
  let webhooks = db.selectFrom('webhooks').where('newsletter_key', '=', newsletter_key);
  if (status) webhooks = webhooks.where(sql<boolean>`status::text = any(${status}::text[])`);
  return readPage(webhooks.selectAll().orderBy('key'), page);
}

/** Deletes the webhook, its log and its pending deliveries. */
export async function deleteWebhookRow(trx: Database, { key }: Webhook): Promise<void> {
  await webhooks.remove(trx, key);
  await trx.deleteFrom('webhook_deliveries').where('webhook_key', '=', key).execute();
}

/**
 * Restarts the schedule of the webhook's pending deliveries, now. Attempts in progress no longer count. Events that its filter has not
 * decided about go on waiting.
 */
export async function restartDeliveries(trx: Database, webhook_key: number): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, next_attempt_date: sql`default`, lease: null })
    .where('webhook_key', '=', webhook_key)
    .where('next_attempt_date', '<', 'infinity')
    .execute();
}

/** Writes a log entry, unless the webhook has been deleted. */
export async function insertAttempt(db: Database, row: Insertable<WebhookAttempts>): Promise<void> {
  const { webhook_key } = row;
  const known = await db
    .selectFrom('webhooks')
    .select('key')
    .where('key', '=', webhook_key)
    .forKeyShare()
    .execute();
  if (known.length > 0) await db.insertInto('webhook_attempts').values(row).execute();
}

/** Lists the webhook's log, newest first, optionally only attempts with one of the `outcome` values. */
export async function listAttempts(
  db: Database,
  { key }: Webhook,
  { outcome, ...page }: Page & { outcome?: string[] | undefined },
): Promise<{ results: ListedAttempt[]; count: number }> {
  // The condition is a range: if PostgreSQL knows of only one webhook, it may otherwise read everybody's attempts, newest first.
  let all = db.selectFrom('webhook_attempts').where(sql<boolean>`webhook_key between ${key} and ${key}`);
  if (outcome) all = all.where(sql<boolean>`outcome::text = any(${outcome}::text[])`);
  return readPage(all.select(listedColumns).orderBy('webhook_key', 'desc').orderBy('key', 'desc'), page);
}

export async function findAttempt(
  db: Database,
  { key }: Webhook,
  id: string,
): Promise<WebhookAttempt | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where(checked('webhook_key', key))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists the attempts to deliver this event to any of the newsletter's webhooks, newest first. */
export async function listAttemptsOfEvent(
  db: Database,
  newsletter_key: number,
  event_id: string,
  page: Page,
): Promise<{ results: (ListedAttempt & { webhook_id: string })[]; count: number }> {
  const all = db
    .selectFrom('webhook_attempts')
    .innerJoin('webhooks', 'webhooks.key', 'webhook_key')
    .where('newsletter_key', '=', newsletter_key)
    .where('event_id', '=', event_id);
  return readPage(
    all.select(listedColumns).select('webhooks.id as webhook_id').orderBy('webhook_attempts.key', 'desc'),
    page,
  );
}

export type FaultyWebhook = Pick<Webhook, 'url' | 'disabled_reason' | 'disabled_date'>;

/** Lists the webhooks that the service itself has disabled, the latest first. */
export async function listDisabledForFault(db: Database, newsletter_key: number): Promise<FaultyWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['url', 'disabled_reason', 'disabled_date'])
    .where('newsletter_key', '=', newsletter_key)
    .where('status', '=', 'disabled')
    .where('disabled_reason', '<>', '')
    .orderBy('disabled_date', 'desc')
    .execute();
}

/** Returns those of these ids that belong to emails, or to automations of either kind, of the newsletter. */
export async function listKnown(
  db: Database,
  newsletter_key: number,
  field: 'email_ids' | 'automation_ids',
  ids: string[],
): Promise<string[]> {
  const found = sql`newsletter_key = ${newsletter_key} and id = any(${ids}::uuid[])`;
  const { rows } = await (field === 'email_ids'
    ? sql<{ id: string }>`select id from emails where ${found}`
    : sql<{ id: string }>`
          select id from automations where ${found} union all select id from sequences where ${found}`
  ).execute(db);
  return rows.map(({ id }) => id);
}
