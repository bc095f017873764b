import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { callerOf, newsletterOf } from '../authenticate.ts';
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

const tags = ['Webhooks'];
const params = z.object({ id: z.string() });
const codes = { url: 'url_invalid' } as const;

type WebhookRoutes = { base_url: string; client: WebhookClient; clock: Clock; vault: Vault };

// Events contain data about subscribers.
const telling = { settings: 'write', subscribers: 'read' } as const;

export function webhookRoutes(app: App, context: WebhookRoutes): void {
  const { base_url, client, clock, vault } = context;
  const show = (request: FastifyRequest, webhook: Webhook): Webhook =>
    showWebhook(webhook, callerOf(request).permissions, vault);

  app.get(
    '/v1/webhooks',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List webhooks',
        querystring: z.object({ ...pageParameters, status: listParameter.describe('enabled or disabled') }),
        response: { 200: listOf(webhookSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listWebhooks(request.db, newsletterOf(request).key, request.query);
      const shown = { results: results.map(webhook => show(request, webhook)), count };
      return sendPage(request, reply, base_url, request.query, shown);
    },
  );

  app.post(
    '/v1/webhooks',
    {
      config: { access: telling, codes, secret_field: 'signing_key' },
      schema: {
        tags,
        summary: 'Create a webhook',
        description:
          'The webhook receives events from now on. If you omit `signing_key`, one is generated. A replay with the same Idempotency-Key leaves `signing_key` empty.',
        body: webhookCreate,
        response: { 201: webhookSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return show(
        request,
        await createWebhook(request.db, { client, vault }, newsletterOf(request).key, request.body),
      );
    },
  );

  app.get(
    '/v1/webhooks/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a webhook',
        params,
        response: { 200: webhookSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const webhook = await findWebhook(request.db, newsletterOf(request).key, request.params.id);
      if (!webhook) throw notFound('webhook');
      return show(request, webhook);
    },
  );

  app.patch(
    '/v1/webhooks/:id',
    {
      config: { access: telling, codes },
      schema: {
        tags,
        summary: 'Update a webhook',
        description: 'A webhook that is enabled again immediately receives its pending events.',
        params,
        body: webhookUpdate,
        response: { 200: webhookSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request =>
      show(
        request,
        await updateWebhook(
          request.db,
          { client, vault },
          newsletterOf(request).key,
          request.params.id,
          request.body,
        ),
      ),
  );

  app.delete(
    '/v1/webhooks/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Delete a webhook',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteWebhook(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );

  app.post(
    '/v1/webhooks/:id/test',
    {
      config: { access: telling },
      schema: {
        tags,
        summary: 'Send a sample event now',
        description:
          'Returns the result, after 20 seconds at most. A failure does not count against the webhook.',
        params,
        querystring: sampleRequest,
        body: sampleRequest,
        response: { 200: attemptSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request =>
      sendSample(
        request.db,
        { client, clock, vault },
        newsletterOf(request),
        request.params.id,
        request.body.event_type ?? request.query.event_type,
      ),
  );

  attemptRoutes(app, context);
}
