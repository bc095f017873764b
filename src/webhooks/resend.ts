import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, found } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type AttemptContext, logLine, noteSuccess, post } from './attempt.ts';
import { endDeliveryOf } from './deliveries.ts';
import { findAttempt, findWebhook, insertAttempt } from './queries.ts';
import { refuseOnHold } from './sample.ts';

/**
 * Posts the body of this attempt again, now, even if the webhook is disabled, and returns the new log entry. A success ends
 * the event's own schedule and shows that the webhook works; a failure changes nothing. Throws `not_found`, `on_hold`, and
 * `request_invalid` for an attempt whose body was not kept.
 */
export async function resendAttempt(
  db: Database,
  context: Pick<AttemptContext, 'client' | 'clock' | 'vault'>,
  newsletter: Pick<Newsletter, 'key'>,
  id: string,
  attempt_id: string,
) {
  await refuseOnHold(db);
  const webhook = found(await findWebhook(db, newsletter.key, id), 'webhook');
  const attempt = found(await findAttempt(db, webhook, attempt_id), 'attempt');
  const { event_id, event_type, request_body } = attempt;
  if (request_body === '') throw new DomainError('request_invalid', sentence('webhooks.request_not_kept'));
  const told = { id: event_id, body: request_body };
  const tried = await post(context, { ...webhook, webhook_id: webhook.id }, told);
  const isTest = attempt.kind === 'test';
  const line = logLine({ id: event_id, event_type }, tried, { kind: isTest ? 'test' : 'resend' });
  const counts = tried.succeeded && !isTest;
  await inTransaction(db, async trx => {
    if (counts) await noteSuccess(trx, webhook.key, tried.started);
    await insertAttempt(trx, { webhook_key: webhook.key, ...line });
    if (counts) await endDeliveryOf(trx, webhook.key, event_id);
  });
  return { ...line, webhook_id: webhook.id };
}
