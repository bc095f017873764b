import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { webhookAttempts } from '../platform/metrics/metrics.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Answer, WebhookClient } from './client.ts';
import { type Delivery, endDelivery, postponeDelivery } from './deliveries.ts';
import { disableWebhook } from './disable.ts';
import { payloadOf, type Told } from './payload.ts';
import { insertAttempt } from './queries.ts';
import { gapAfter, restAfter, wholeSchedule } from './schedule.ts';
import { signatureHeaders } from './sign.ts';
import type { Webhook } from './webhook.ts';

export type AttemptContext = {
  db: Database;
  clock: Clock;
  client: WebhookClient;
  vault: Vault;
  random: () => number;
};

type Endpoint = Pick<
  Delivery,
  'url' | 'webhook_id' | 'signing_key' | 'former_signing_key' | 'former_key_until'
>;
export type Tried = Answer & {
  started: Date;
  duration_ms: number;
  /** The address without credentials. */
  url: string;
  request_headers: Record<string, string>;
  request_body: string;
};

/** Posts the event's body to the endpoint, once, with a signature of this moment. */
export async function post(
  { client, clock, vault }: Pick<AttemptContext, 'client' | 'clock' | 'vault'>,
  { url, webhook_id, signing_key: stored, former_signing_key, former_key_until }: Endpoint,
  { id, body }: { id: string; body: string },
  signal?: AbortSignal,
): Promise<Tried> {
  const started = clock();
  const since = performance.now();
  const signing_key = vault.open('webhooks.signing_key', webhook_id, stored);
  const isFormerUsed = former_key_until !== null && started < new Date(former_key_until);
  const former_key = isFormerUsed
    ? vault.open('webhooks.former_signing_key', webhook_id, former_signing_key)
    : '';
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders({ signing_key, former_key, id, body, date: started }),
  };
  const answer = await client.post(url, body, headers, signal);
  return {
    ...answer,
    started,
    duration_ms: Math.round(performance.now() - since),
    url: withoutCredentials(url),
    request_headers: headers,
    request_body: body,
  };
}

/** Returns the log entry for an attempt. */
export function logLine(
  event: Pick<Told, 'id' | 'event_type'>,
  tried: Tried,
  place: { kind: 'test' | 'resend' } | { attempt: number; next_attempt_date: Date | null },
) {
  const { kind, attempt, next_attempt_date } =
    'kind' in place
      ? { kind: place.kind, attempt: null, next_attempt_date: null }
      : { kind: 'event' as const, ...place };
  return {
    id: newId(),
    event_id: event.id,
    event_type: event.event_type,
    kind,
    attempt,
    outcome: tried.succeeded ? ('succeeded' as const) : ('failed' as const),
    status_code: tried.status_code,
    reason: tried.reason,
    url: tried.url,
    request_headers: tried.request_headers,
    request_body: tried.request_body,
    response_headers: tried.response_headers,
    response_body: tried.response_body,
    duration_ms: tried.duration_ms,
    next_attempt_date: next_attempt_date?.toISOString() ?? null,
    creation_date: tried.started.toISOString(),
  };
}

/**
 * Attempts one delivery and records the result. A success ends it. After a failure it is retried as scheduled. The
 * webhook is disabled if it answers 410, or if nothing has succeeded for a whole schedule: its deliveries are kept and
 * its owner gets a mail. An attempt that `signal` aborts does not count.
 */
export async function attemptDelivery(
  context: AttemptContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const told = { id: delivery.id, body: payloadOf(delivery) };
  const tried = await post(context, delivery, told, signal);
  if (tried.succeeded) await settleSuccess(context, delivery, tried);
  else if (signal.aborted) await postponeDelivery(context.db, delivery, delivery.attempts, context.clock());
  else await settleFailure(context, delivery, tried);
}

// Both transactions write the webhook first and the delivery last, as change.ts does, so they cannot deadlock.

async function settleSuccess({ db }: AttemptContext, delivery: Delivery, tried: Tried): Promise<void> {
  const { webhook_key, attempts } = delivery;
  await inTransaction(db, async trx => {
    await noteSuccess(trx, webhook_key, tried.started);
    await insertAttempt(trx, {
      webhook_key,
      ...logLine(delivery, tried, { attempt: attempts + 1, next_attempt_date: null }),
    });
    await endDelivery(trx, delivery);
  });
  webhookAttempts.inc({ result: 'succeeded' });
}

/** Records that the webhook works. The date is noted once a minute, because four requests at once would wait for each other. */
export async function noteSuccess(trx: Database, webhook_key: number, date: Date): Promise<void> {
  await sql`
    update webhooks set failing_since = null, last_success_date = greatest(last_success_date, ${date.toISOString()})
    where key = ${webhook_key} and (
      failing_since is not null or last_success_date is null
      or last_success_date < ${date.toISOString()}::timestamptz - interval '1 minute')`.execute(trx);
}

async function settleFailure(context: AttemptContext, delivery: Delivery, tried: Tried): Promise<void> {
  const { db, clock, random } = context;
  const now = clock();
  const attempt = delivery.attempts + 1;
  const gap = gapAfter(attempt, random);
  const next = gap === null ? null : new Date(now.getTime() + Math.max(gap, tried.retry_after_ms));
  await inTransaction(db, async trx => {
    const enabled = await noteFailure(trx, delivery, tried, now);
    await insertAttempt(trx, {
      webhook_key: delivery.webhook_key,
      ...logLine(delivery, tried, { attempt, next_attempt_date: enabled ? next : null }),
    });
    if (!enabled) await postponeDelivery(trx, delivery, attempt, now);
    else if (next) await postponeDelivery(trx, delivery, attempt, next);
    else await endDelivery(trx, delivery);
  });
  webhookAttempts.inc({ result: 'failed' });
}

/** Records that the webhook fails, delays its next attempt, and disables it if necessary. Returns whether it is still enabled. */
async function noteFailure(
  trx: Database,
  { webhook_key }: Delivery,
  { status_code, reason, retry_after_ms }: Tried,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<Pick<Webhook, 'status'> & { failing_since: string }>`
    update webhooks set failing_since = coalesce(failing_since, ${now.toISOString()})
    where key = ${webhook_key}
    returning status, failing_since`.execute(trx);
  const [webhook] = rows;
  if (webhook?.status !== 'enabled') return false;
  const failing_ms = now.getTime() - Date.parse(webhook.failing_since);
  if (status_code === 410 || failing_ms >= wholeSchedule) {
    const why =
      status_code === 410
        ? reason
        : sentence('webhooks.failing_since', { date: webhook.failing_since, reason });
    await disableWebhook(trx, webhook_key, why, now);
    return false;
  }
  const rest = new Date(now.getTime() + Math.max(retry_after_ms, restAfter(failing_ms)));
  await sql`
    update webhooks set busy_until = greatest(busy_until, ${rest.toISOString()}) where key = ${webhook_key}`.execute(
    trx,
  );
  return true;
}
