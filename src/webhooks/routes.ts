import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { createWebhook, deleteWebhook, updateWebhook } from './change.ts';
import type { WebhookClient } from './client.ts';
import { findWebhook, listAttempts, listWebhooks } from './queries.ts';
import { sendSample } from './sample.ts';
import { attemptSchema, sampleRequest, webhookCreate, webhookSchema, webhookUpdate } from './webhook.ts';

const tags = ['Webhooks'];
const params = z.object({ id: z.string() });
const codes = { url: 'url_invalid' } as const;

type WebhookRoutes = { base_url: string; client: WebhookClient; clock: Clock };

export function webhookRoutes(app: App, { base_url, client, clock }: WebhookRoutes): void {
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
    async (request, reply) =>
      sendPage(
        request,
        reply,
        base_url,
        request.query,
        await listWebhooks(request.db, newsletterOf(request).key, request.query),
      ),
  );

  app.post(
    '/v1/webhooks',
    {
      config: { access: { settings: 'write' }, codes },
      schema: {
        tags,
        summary: 'Create a webhook',
        description: 'It is told of what happens from now on. Without a signing_key one is made.',
        body: webhookCreate,
        response: { 201: webhookSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createWebhook(request.db, client, newsletterOf(request).key, request.body);
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
      return webhook;
    },
  );

  app.patch(
    '/v1/webhooks/:id',
    {
      config: { access: { settings: 'write' }, codes },
      schema: {
        tags,
        summary: 'Update a webhook',
        description: 'One that is enabled again is told at once of what it still was to be told.',
        params,
        body: webhookUpdate,
        response: { 200: webhookSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request =>
      updateWebhook(request.db, client, newsletterOf(request).key, request.params.id, request.body),
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
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Send a sample event now',
        description: 'Answers how it went, after 20 seconds at most. A failure counts for nothing.',
        params,
        querystring: sampleRequest,
        body: sampleRequest,
        response: { 200: attemptSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request =>
      sendSample(
        request.db,
        { client, clock },
        newsletterOf(request),
        request.params.id,
        request.body.event_type ?? request.query.event_type,
      ),
  );

  app.get(
    '/v1/webhooks/:id/attempts',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List the attempts of the last 30 days',
        description: 'The newest first.',
        params,
        querystring: z.object(pageParameters),
        response: { 200: listOf(attemptSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const webhook = await findWebhook(request.db, newsletterOf(request).key, request.params.id);
      if (!webhook) throw notFound('webhook');
      const attempts = await listAttempts(request.db, webhook, request.query);
      return sendPage(request, reply, base_url, request.query, attempts);
    },
  );
}
