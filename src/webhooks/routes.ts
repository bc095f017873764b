import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { found } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { attemptRoutes } from './attempt-routes.ts';
import { createWebhook, deleteWebhook, updateWebhook } from './change.ts';
import type { WebhookClient } from './client.ts';
import { findWebhook, listWebhooks } from './queries.ts';
import { sendSample } from './sample.ts';
import { showWebhook } from './show.ts';
import {
  attemptSchema,
  sampleRequest,
  type Webhook,
  webhookCreate,
  webhookSchema,
  webhookUpdate,
} from './webhook.ts';

const codes = {
  url: 'url_invalid',
  email_ids: 'filter_invalid',
  automation_ids: 'filter_invalid',
  filters: 'filter_invalid',
} as const;

type WebhookRoutes = { client: WebhookClient; clock: Clock; vault: Vault };

// Events contain data about subscribers.
const telling = { settings: 'write', subscribers: 'read' } as const;

const api = operations('Webhooks', {
  list: {
    summary: 'List webhooks',
    access: { settings: 'read' },
    query: z.object({ ...pageParameters, status: listParameter.describe('enabled or disabled') }),
    answers: listOf(webhookSchema),
  },
  create: {
    summary: 'Create a webhook',
    description:
      'The webhook receives events from now on. `email_ids`, `automation_ids` and `filters` must all allow an event. If you omit `signing_key`, one is generated. A replay with the same Idempotency-Key leaves `signing_key` empty.',
    access: telling,
    codes,
    secret_fields: { signing_key: '' },
    body: webhookCreate,
    answers: { 201: webhookSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a webhook',
    access: { settings: 'read' },
    params,
    answers: webhookSchema,
  },
  update: {
    summary: 'Update a webhook',
    description:
      'A webhook that is enabled again immediately receives its pending events. A change of what it wants applies to events from now on; those that already wait for an attempt stay.',
    access: telling,
    codes,
    params,
    body: webhookUpdate,
    answers: webhookSchema,
  },
  delete: {
    summary: 'Delete a webhook',
    access: { settings: 'write' },
    params,
  },
  test: {
    summary: 'Send a sample event now',
    description:
      'Returns the result, after 20 seconds at most. A failure does not count against the webhook.',
    access: telling,
    params,
    query: sampleRequest,
    body: sampleRequest,
    answers: attemptSchema,
    fails: [409],
  },
});

export function webhookRoutes(app: App, context: WebhookRoutes): void {
  const { client, clock, vault } = context;
  const show = (request: FastifyRequest, webhook: Webhook) =>
    showWebhook(webhook, request.caller.permissions, vault);

  app.get('/v1/webhooks', api.list, async (request, reply) => {
    const listed = await listWebhooks(request.db, request.newsletter.key, request.query);
    return sendPage(reply, listed, webhook => show(request, webhook));
  });

  app.post('/v1/webhooks', api.create, async request =>
    show(
      request,
      await createWebhook(request.db, { client, clock, vault }, request.newsletter.key, request.body),
    ),
  );

  app.get('/v1/webhooks/:id', api.retrieve, async request =>
    show(request, found(await findWebhook(request.db, request.newsletter.key, request.params.id), 'webhook')),
  );

  app.patch('/v1/webhooks/:id', api.update, async request =>
    show(
      request,
      await updateWebhook(
        request.db,
        { client, clock, vault },
        request.newsletter.key,
        request.params.id,
        request.body,
      ),
    ),
  );

  app.delete('/v1/webhooks/:id', api.delete, async ({ db, newsletter, params }) => {
    await deleteWebhook(db, newsletter.key, params.id);
  });

  app.post('/v1/webhooks/:id/test', api.test, async request =>
    sendSample(
      request.db,
      { client, clock, vault },
      request.newsletter,
      request.params.id,
      request.body.event_type ?? request.query.event_type,
    ),
  );

  attemptRoutes(app, context);
}
