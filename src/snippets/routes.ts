import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { createSnippet, deleteSnippet, updateSnippet } from './change.ts';
import { findSnippet, listSnippets } from './queries.ts';
import { snippetCreate, snippetSchema, snippetUpdate } from './snippet.ts';

const tags = ['Snippets'];
const params = z.object({ id: z.string() });

export function snippetRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/snippets',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'List snippets',
        querystring: z.object(pageParameters),
        response: { 200: listOf(snippetSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        base_url,
        request.query,
        await listSnippets(request.db, newsletterOf(request).key, request.query),
      ),
  );

  app.post(
    '/v1/snippets',
    {
      config: { access: { emails: 'write' } },
      schema: {
        tags,
        summary: 'Create a snippet',
        body: snippetCreate,
        response: { 201: snippetSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createSnippet(request.db, newsletterOf(request).key, request.body);
    },
  );

  app.get(
    '/v1/snippets/:id',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a snippet',
        params,
        response: { 200: snippetSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const snippet = await findSnippet(request.db, newsletterOf(request).key, request.params.id);
      if (!snippet) throw notFound('snippet');
      return snippet;
    },
  );

  app.patch(
    '/v1/snippets/:id',
    {
      config: { access: { emails: 'write' } },
      schema: {
        tags,
        summary: 'Update a snippet',
        params,
        body: snippetUpdate,
        response: { 200: snippetSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => updateSnippet(request.db, newsletterOf(request).key, request.params.id, request.body),
  );

  app.delete(
    '/v1/snippets/:id',
    {
      config: { access: { emails: 'write' } },
      schema: {
        tags,
        summary: 'Delete a snippet',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteSnippet(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
