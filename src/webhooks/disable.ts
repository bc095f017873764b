import { sql } from 'kysely';
import { requestLetter } from '../letters/request.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * Disables the webhook, records why, and tells the newsletter's owner. Does nothing if the webhook is already disabled. Its events are
 * kept.
 */
export async function disableWebhook(trx: Database, key: number, why: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update webhooks
    set status = 'disabled', disabled_date = ${now.toISOString()}, disabled_reason = ${why}, modification_date = now()
    where key = ${key} and status = 'enabled' returning id`.execute(trx);
  for (const { id } of rows) await requestLetter(trx, 'tell_webhook_owner', id);
}
