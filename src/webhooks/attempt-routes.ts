import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findEvent } from '../journal/history/list.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { isId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { type AttemptContext, logLine, noteSuccess, post } from './attempt.ts';
import type { WebhookClient } from './client.ts';
import { endDeliveryOf } from './deliveries.ts';
import { findAttempt, findWebhook, insertAttempt, listAttempts, listAttemptsOfEvent } from './queries.ts';
import { refuseOnHold } from './sample.ts';
import { showAttempt } from './show.ts';
import { attemptDetailSchema, attemptSchema, type Webhook } from './webhook.ts';

const one = z.object({ id: z.string(), attempt_id: z.string() });
// Bodies and responses contain data about subscribers.
const reading = { settings: 'read', subscribers: 'read' } as const;

type AttemptRoutes = { client: WebhookClient; clock: Clock; vault: Vault };

const api = operations('Webhooks', {
  list: {
    summary: 'List the attempts of the last 30 days',
    description: 'Newest first.',
    access: reading,
    may_lag: true,
    params,
    query: z.object({ ...pageParameters, outcome: listParameter.describe('succeeded or failed') }),
    answers: listOf(attemptSchema),
  },
  retrieve: {
    summary: 'Retrieve an attempt with its request and response',
    access: reading,
    params: one,
    answers: attemptDetailSchema,
  },
  resend: {
    summary: 'Send an attempt again now',
    description:
      'Posts the same body with a new signature, even if the webhook is disabled, and returns the result, after 20 seconds at most. After a success the event is not retried, and the webhook counts as working. A failure changes nothing.',
    access: { settings: 'write', subscribers: 'read' },
    params: one,
    answers: attemptSchema,
    fails: [400, 409],
  },
});
const events = operations('Events', {
  listAttempts: {
    summary: 'List the attempts to deliver an event to webhooks',
    description:
      'Those of the last 30 days, newest first. None for `delivered`, `rejected`, `opened` and `clicked`, whose ids in webhooks differ.',
    access: reading,
    params,
    query: z.object(pageParameters),
    answers: listOf(attemptSchema),
    fails: [410],
  },
});

/** Adds the routes of the log of attempts, and of sending an attempt again. */
export function attemptRoutes(app: App, context: AttemptRoutes): void {
  app.get('/v1/webhooks/:id/attempts', api.list, async (request, reply) => {
    const webhook = await demandWebhook(request, request.params.id);
    const listed = await listAttempts(request.db, webhook, request.query);
    return sendPage(reply, listed, attempt => ({ ...attempt, webhook_id: webhook.id }));
  });

  app.get('/v1/webhooks/:id/attempts/:attempt_id', api.retrieve, async request => {
    const webhook = await demandWebhook(request, request.params.id);
    const attempt = found(await findAttempt(request.db, webhook, request.params.attempt_id), 'attempt');
    return showAttempt(attempt, webhook, request.caller.permissions);
  });

  app.post('/v1/webhooks/:id/attempts/:attempt_id/resend', api.resend, async request =>
    resendAttempt(request.db, context, request.newsletter, request.params.id, request.params.attempt_id),
  );

  app.get(
    '/v1/events/:id/attempts',
    events.listAttempts,
    async ({ db, newsletter, params, query }, reply) => {
      const { key } = newsletter;
      const event = found(await findEvent(db, key, params.id), 'event');
      return sendPage(
        reply,
        isId(event.id) ? await listAttemptsOfEvent(db, key, event.id, query) : { results: [], count: 0 },
      );
    },
  );
}

async function demandWebhook(request: FastifyRequest, id: string): Promise<Webhook> {
  return found(await findWebhook(request.db, request.newsletter.key, id), 'webhook');
}

/**
 * Posts the body of this attempt again, now, even if the webhook is disabled, and returns the new log entry. A success ends
 * the event's own schedule and shows that the webhook works; a failure changes nothing. Throws `not_found`, `on_hold`, and
 * `request_invalid` for an attempt whose body was not kept.
 */
async function resendAttempt(
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
  if (request_body === '') throw domainError('request_invalid', 'webhooks.request_not_kept');
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
