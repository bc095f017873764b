import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createSnippet, deleteSnippet, updateSnippet } from './change.ts';
import { countReferences, findSnippet, listSnippets } from './queries.ts';
import { type Snippet, snippetCreate, snippetSchema, snippetUpdate } from './snippet.ts';

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
    async (request, reply) => {
      const { results, count } = await listSnippets(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, {
        results: await show(request, results),
        count,
      });
    },
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
      const { newsletter, bounds } = callerOf(request);
      return one(request, await createSnippet(request.db, newsletter.key, request.body, bounds));
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
      return one(request, snippet);
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
    async request =>
      one(
        request,
        await updateSnippet(
          request.db,
          newsletterOf(request).key,
          request.params.id,
          request.body,
          callerOf(request).bounds,
        ),
      ),
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
      await deleteSnippet(request.db, newsletterOf(request).key, request.params.id, callerOf(request).bounds);
      reply.code(204);
    },
  );
}

async function show(request: FastifyRequest, snippets: Snippet[]) {
  const identifiers = snippets.map(({ identifier }) => identifier);
  const counts = await countReferences(request.db, newsletterOf(request).key, identifiers);
  return snippets.map(snippet => ({ ...snippet, reference_count: counts.get(snippet.identifier) ?? 0 }));
}

async function one(request: FastifyRequest, snippet: Snippet) {
  const [shown] = await show(request, [snippet]);
  return shown!;
}
