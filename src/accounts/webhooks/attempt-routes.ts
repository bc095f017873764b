import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { callerOf, newsletterOf } from '../authenticate.ts';
import { findEvent } from '../history/list.ts';
import type { WebhookClient } from './client.ts';
import { findAttempt, findWebhook, listAttempts, listAttemptsOfEvent } from './queries.ts';
import { resendAttempt } from './resend.ts';
import { showAttempt } from './show.ts';
import { attemptDetailSchema, attemptSchema, type Webhook } from './webhook.ts';

const tags = ['Webhooks'];
const params = z.object({ id: z.string() });
const one = z.object({ id: z.string(), attempt_id: z.string() });
// Bodies and responses contain data about subscribers.
const reading = { settings: 'read', subscribers: 'read' } as const;

type AttemptRoutes = { base_url: string; client: WebhookClient; clock: Clock; vault: Vault };

/** The log of attempts, and sending one again. */
export function attemptRoutes(app: App, { base_url, ...context }: AttemptRoutes): void {
  app.get(
    '/v1/webhooks/:id/attempts',
    {
      config: { access: reading },
      schema: {
        tags,
        summary: 'List the attempts of the last 30 days',
        description: 'Newest first.',
        params,
        querystring: z.object({ ...pageParameters, outcome: listParameter.describe('succeeded or failed') }),
        response: { 200: listOf(attemptSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const webhook = await demandWebhook(request, request.params.id);
      const { results, count } = await listAttempts(request.db, webhook, request.query);
      const shown = results.map(attempt => ({ ...attempt, webhook_id: webhook.id }));
      return sendPage(request, reply, base_url, request.query, { results: shown, count });
    },
  );

  app.get(
    '/v1/webhooks/:id/attempts/:attempt_id',
    {
      config: { access: reading },
      schema: {
        tags,
        summary: 'Retrieve an attempt with its request and response',
        params: one,
        response: { 200: attemptDetailSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const webhook = await demandWebhook(request, request.params.id);
      const attempt = await findAttempt(request.db, webhook, request.params.attempt_id);
      if (!attempt) throw notFound('attempt');
      return showAttempt(attempt, webhook, callerOf(request).permissions);
    },
  );

  app.post(
    '/v1/webhooks/:id/attempts/:attempt_id/resend',
    {
      config: { access: { settings: 'write', subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Send an attempt again now',
        description:
          'Posts the same body with a new signature, even if the webhook is disabled, and returns the result, after 20 seconds at most. After a success the event is not retried, and the webhook counts as working. A failure changes nothing.',
        params: one,
        response: { 200: attemptSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request =>
      resendAttempt(request.db, context, newsletterOf(request), request.params.id, request.params.attempt_id),
  );

  app.get(
    '/v1/events/:id/attempts',
    {
      config: { access: reading },
      schema: {
        tags: ['Events'],
        summary: 'List the attempts to deliver an event to webhooks',
        description:
          'Those of the last 30 days, newest first. None for `delivered`, `rejected`, `opened` and `clicked`, whose ids in webhooks differ.',
        params,
        querystring: z.object(pageParameters),
        response: { 200: listOf(attemptSchema), ...failures(400, 401, 403, 404, 410) },
      },
    },
    async (request, reply) => {
      const { key } = newsletterOf(request);
      const event = await findEvent(request.db, key, request.params.id);
      if (!event) throw notFound('event');
      const attempts = isId(event.id)
        ? await listAttemptsOfEvent(request.db, key, event.id, request.query)
        : { results: [], count: 0 };
      return sendPage(request, reply, base_url, request.query, attempts);
    },
  );
}

async function demandWebhook(request: FastifyRequest, id: string): Promise<Webhook> {
  const webhook = await findWebhook(request.db, newsletterOf(request).key, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}
