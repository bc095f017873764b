import type { Newsletter } from '../accounts/newsletter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import { readSending } from '../platform/fence/queries.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { logLine, post } from './attempt.ts';
import type { WebhookClient } from './client.ts';
import { payloadOf } from './payload.ts';
import { findWebhook, insertAttempt } from './queries.ts';

/**
 * Posts a sample event to the webhook now, even if it is disabled, and returns the log entry. The event refers to
 * nothing that exists and says `test` in its data. A failure does not count against the webhook. Throws `not_found` and
 * `on_hold`.
 */
export async function sendSample(
  db: Database,
  context: { client: WebhookClient; clock: Clock; vault: Vault },
  newsletter: Pick<Newsletter, 'key' | 'id'>,
  id: string,
  wanted: string | undefined,
) {
  await refuseOnHold(db);
  const webhook = found(await findWebhook(db, newsletter.key, id), 'webhook');
  const event_type = wanted ?? webhook.event_types[0] ?? 'subscriber.created';
  const about = (prefix: string) => (event_type.startsWith(prefix) ? newId() : null);
  const sample = {
    id: newId(),
    event_type,
    creation_date: context.clock().toISOString(),
    subscriber_id: about('subscriber.'),
    email_id: about('email.'),
    automation_id: about('automation.'),
    data: { test: true },
    newsletter_id: newsletter.id,
  };
  const told = { id: sample.id, body: payloadOf(sample) };
  const tried = await post(context, { ...webhook, webhook_id: webhook.id }, told);
  const line = logLine(sample, tried, { kind: 'test' });
  await insertAttempt(db, { webhook_key: webhook.key, ...line });
  return { ...line, webhook_id: webhook.id };
}

/** Throws `on_hold` while nothing may go out. */
export async function refuseOnHold(db: Database): Promise<void> {
  if ((await readSending(db)) !== 'open') throw domainError('on_hold', 'webhooks.on_hold');
}
