import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import type { WebhookAttempts, Webhooks } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import { holdNewsletter } from '../queries.ts';
import type { Webhook, WebhookAttempt } from './webhook.ts';

/** Inserts the row unless the newsletter already has `most`; then returns undefined. */
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
  return trx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findWebhook(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Webhook | undefined> {
  return selectWebhook(db, newsletter_key, id)?.executeTakeFirst();
}

/** Like findWebhook, and locks the row until the transaction ends. */
export async function lockWebhook(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<Webhook | undefined> {
  return selectWebhook(trx, newsletter_key, id)?.forUpdate().executeTakeFirst();
}

/** A page of the newsletter's webhooks, oldest first, optionally only those with one of the `status` values. */
export async function listWebhooks(
  db: Database,
  newsletter_key: number,
  { status, ...page }: Page & { status?: string[] | undefined },
) {
  let webhooks = db.selectFrom('webhooks').where('newsletter_key', '=', newsletter_key);
  if (status) webhooks = webhooks.where(sql<boolean>`status::text = any(${status}::text[])`);
  return readPage(webhooks.selectAll().orderBy('key'), page);
}

export async function updateWebhookRow(
  trx: Database,
  key: number,
  changes: Updateable<Webhooks>,
): Promise<Webhook> {
  return trx
    .updateTable('webhooks')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the webhook, its log and its pending deliveries. */
export async function deleteWebhookRow(trx: Database, { key }: Webhook): Promise<void> {
  await trx.deleteFrom('webhooks').where('key', '=', key).execute();
  await trx.deleteFrom('webhook_deliveries').where('webhook_key', '=', key).execute();
}

/** Restarts the schedule of the webhook's pending deliveries, now. Attempts in progress no longer count. */
export async function restartDeliveries(trx: Database, webhook_key: number): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, next_attempt_date: sql`default`, lease: null })
    .where('webhook_key', '=', webhook_key)
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

/** The webhook's log, newest first. */
export async function listAttempts(
  db: Database,
  { key }: Webhook,
  page: Page,
): Promise<{ results: WebhookAttempt[]; count: number }> {
  const all = db.selectFrom('webhook_attempts').where('webhook_key', '=', key);
  return readPage(all.selectAll().orderBy('key', 'desc'), page);
}

function selectWebhook(db: Database, newsletter_key: number, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id);
}
