import { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { newsletterOf } from './authenticate.ts';
import {
  type Newsletter,
  newsletterCreate,
  newsletterSchema,
  newsletterUpdate,
  showNewsletter,
} from './newsletter.ts';
import { createNewsletter, deleteNewsletter, updateNewsletter } from './newsletters.ts';

const tags = ['Newsletters'];
const params = z.object({ id: z.string() });
const created = newsletterSchema.extend({
  api_key: z.string().describe('A key that may do everything, shown this once: empty in a replay'),
});

export function accountRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/ping',
    {
      config: { access: {} },
      schema: {
        tags: ['Service'],
        summary: 'Check the key',
        response: { 200: z.object({ status: z.literal('ok') }), ...failures(401) },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/v1/accounts/me',
    {
      config: { access: {} },
      schema: {
        tags: ['Service'],
        summary: 'Whose key this is',
        response: { 200: z.object({ username: z.string(), email_address: z.string() }), ...failures(401) },
      },
    },
    async request => {
      const { username, from_address } = newsletterOf(request);
      return { username, email_address: from_address };
    },
  );

  app.get(
    '/v1/newsletters',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List newsletters',
        description: 'A key sees its own newsletter.',
        querystring: z.object(pageParameters),
        response: { 200: listOf(newsletterSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const results = request.query.page === 1 ? [showNewsletter(newsletterOf(request))] : [];
      return sendPage(request, reply, base_url, request.query, { results, count: 1 });
    },
  );

  app.post(
    '/v1/newsletters',
    {
      config: { access: { settings: 'write' }, secret_field: 'api_key' },
      schema: {
        tags,
        summary: 'Create a newsletter',
        body: newsletterCreate,
        response: { 201: created, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return showNewsletter(await createNewsletter(request.db, base_url, request.body));
    },
  );

  app.get(
    '/v1/newsletters/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a newsletter',
        params,
        response: { 200: newsletterSchema, ...failures(401, 403, 404) },
      },
    },
    async request => showNewsletter(own(newsletterOf(request), request.params.id)),
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/newsletters/:id',
    config: { access: { settings: 'write' } },
    schema: {
      tags,
      summary: 'Update a newsletter',
      params,
      body: newsletterUpdate,
      response: { 200: newsletterSchema, ...failures(400, 401, 403, 404) },
    },
    handler: async request =>
      showNewsletter(
        await updateNewsletter(request.db, own(newsletterOf(request), request.params.id), request.body),
      ),
  });

  app.delete(
    '/v1/newsletters/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Delete a newsletter',
        description: 'With its subscribers, tags, emails and keys, the calling key included.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteNewsletter(request.db, own(newsletterOf(request), request.params.id));
      reply.code(204);
    },
  );
}

function own(newsletter: Newsletter, id: string): Newsletter {
  if (newsletter.id === id) return newsletter;
  throw notFound('newsletter');
}
