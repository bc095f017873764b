import type { FilterGroup } from '../audience/filter/filter.ts';
import { settleFilter } from '../audience/filter/settle.ts';
import { onlyChanges } from '../platform/changes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import { DomainError, domainError, found } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { WebhookClient } from './client.ts';
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listKnown,
  lockWebhook,
  restartDeliveries,
  updateWebhookRow,
} from './queries.ts';
import type { Webhook, WebhookCreate, WebhookUpdate } from './webhook.ts';

type ChangeContext = { client: WebhookClient; vault: Vault; clock: Clock };

/** The most webhooks of a newsletter: every event is compared with all of them. */
const mostWebhooks = 50;

/**
 * Creates a webhook, which receives events from now on. Throws `url_invalid` for an address that must not be posted to, and
 * `filter_invalid` and `tag_invalid` if it names something that the newsletter does not have.
 */
export async function createWebhook(
  db: Database,
  { client, vault }: ChangeContext,
  newsletter_key: number,
  input: WebhookCreate,
): Promise<Webhook> {
  await refuseAddress(client, input.url);
  const id = newId();
  const created = await inTransaction(db, async trx =>
    insertWebhook(
      trx,
      {
        ...input,
        filters: asText(await settleWanted(trx, newsletter_key, input)),
        id,
        newsletter_key,
        signing_key: await vault.seal(trx, 'webhooks.signing_key', id, input.signing_key),
        disabled_date: input.status === 'disabled' ? new Date().toISOString() : null,
      },
      mostWebhooks,
    ),
  );
  if (created) return created;
  throw domainError('request_invalid', 'webhooks.too_many', { most: mostWebhooks });
}

/**
 * Applies `changes`. A signing key that is replaced still signs for another day, next to the new one. A webhook that is enabled again, or
 * gets a new url, immediately receives its pending events. Throws `not_found`, `url_invalid`, `filter_invalid`, `tag_invalid`.
 */
export async function updateWebhook(
  db: Database,
  { client, vault, clock }: ChangeContext,
  newsletter_key: number,
  id: string,
  changes: WebhookUpdate,
): Promise<Webhook> {
  const present = found(await findWebhook(db, newsletter_key, id), 'webhook');
  // Before the transaction, because DNS lookups take time.
  if (changes.url !== undefined && changes.url !== present.url) await refuseAddress(client, changes.url);
  return inTransaction(db, async trx => {
    const before = found(await lockWebhook(trx, newsletter_key, id), 'webhook');
    const signing_key = vault.open('webhooks.signing_key', id, before.signing_key);
    const filters = await settleWanted(trx, newsletter_key, changes, before);
    const wanted = onlyChanges({ ...before, signing_key }, { ...changes, filters });
    if (Object.keys(wanted).length === 0) return before;
    const { status = before.status, url = before.url } = wanted;
    const moved = status !== before.status;
    const startsAnew = (moved && status === 'enabled') || url !== before.url;
    const after = await updateWebhookRow(trx, before.key, {
      ...wanted,
      ...(wanted.filters !== undefined && { filters: asText(wanted.filters) }),
      ...(wanted.signing_key !== undefined && {
        signing_key: await vault.seal(trx, 'webhooks.signing_key', id, wanted.signing_key),
        former_signing_key: await vault.seal(trx, 'webhooks.former_signing_key', id, signing_key),
        former_key_until: new Date(clock().getTime() + day_ms).toISOString(),
      }),
      ...(moved && {
        disabled_reason: '',
        disabled_date: status === 'disabled' ? new Date().toISOString() : null,
      }),
      ...(startsAnew && { failing_since: null, busy_until: null }),
    });
    if (startsAnew) await restartDeliveries(trx, before.key);
    return after;
  });
}

/** Deletes the webhook with its log and its pending deliveries. Throws `not_found`. */
export async function deleteWebhook(db: Database, newsletter_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const webhook = found(await lockWebhook(trx, newsletter_key, id), 'webhook');
    await deleteWebhookRow(trx, webhook);
  });
}

async function refuseAddress(client: WebhookClient, url: string): Promise<void> {
  const refusal = await client.refusalOf(url);
  if (refusal !== null) throw new DomainError('url_invalid', `url: ${refusal}`);
}

type Wanted = Partial<Pick<WebhookCreate, 'email_ids' | 'automation_ids'>> & {
  filters?: FilterGroup | null | undefined;
};

/**
 * Returns the filter to store. Throws if the webhook would newly name something that the newsletter does not have; things that it named
 * before may have been deleted since.
 */
async function settleWanted(
  trx: Database,
  newsletter_key: number,
  { filters, ...lists }: Wanted,
  before?: Webhook,
): Promise<Wanted['filters']> {
  for (const field of ['email_ids', 'automation_ids'] as const) {
    const added = (lists[field] ?? []).filter(id => !before?.[field].includes(id));
    const known = await listKnown(trx, newsletter_key, field, added);
    const missing = added.find(id => !known.includes(id));
    if (missing === undefined) continue;
    const words = field === 'email_ids' ? 'webhooks.no_email' : 'webhooks.no_automation';
    throw domainError('filter_invalid', words, { id: missing });
  }
  if (!filters) return filters;
  return settleFilter(trx, newsletter_key, filters, 'filter_invalid', before?.filters);
}

function asText(filters: Wanted['filters']): string | null {
  return filters ? JSON.stringify(filters) : null;
}
