import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Newsletter } from '../newsletter.ts';
import { logLine, post } from './attempt.ts';
import type { WebhookClient } from './client.ts';
import { findWebhook, insertAttempt } from './queries.ts';

/**
 * Posts a sample event to the webhook now, even if it is disabled, and returns the log entry. The event refers to
 * nothing that exists and says `test` in its data. A failure does not count against the webhook. Throws `not_found`.
 */
export async function sendSample(
  db: Database,
  context: { client: WebhookClient; clock: Clock; vault: Vault },
  newsletter: Pick<Newsletter, 'key' | 'id'>,
  id: string,
  wanted: string | undefined,
) {
  const webhook = await findWebhook(db, newsletter.key, id);
  if (!webhook) throw notFound('webhook');
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
  const tried = await post(context, { ...webhook, webhook_id: webhook.id }, sample);
  const line = logLine(sample, tried, { attempt: null, next_attempt_date: null });
  await insertAttempt(db, { webhook_key: webhook.key, ...line });
  return line;
}
