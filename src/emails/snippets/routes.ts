import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createSnippet, deleteSnippet, updateSnippet } from './change.ts';
import { countReferences, findSnippet, listSnippets } from './queries.ts';
import { type Snippet, snippetCreate, snippetSchema, snippetUpdate } from './snippet.ts';

const api = operations('Snippets', {
  list: {
    summary: 'List snippets',
    access: { emails: 'read' },
    query: z.object(pageParameters),
    answers: listOf(snippetSchema),
  },
  create: {
    summary: 'Create a snippet',
    access: { emails: 'write' },
    body: snippetCreate,
    answers: { 201: snippetSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a snippet',
    access: { emails: 'read' },
    params,
    answers: snippetSchema,
  },
  update: {
    summary: 'Update a snippet',
    access: { emails: 'write' },
    params,
    body: snippetUpdate,
    answers: snippetSchema,
  },
  delete: {
    summary: 'Delete a snippet',
    access: { emails: 'write' },
    params,
  },
});

export function snippetRoutes(app: App): void {
  app.get('/v1/snippets', api.list, async (request, reply) => {
    const { results, count } = await listSnippets(request.db, request.newsletter.key, request.query);
    return sendPage(reply, { results: await show(request, results), count });
  });

  app.post('/v1/snippets', api.create, async request => {
    const { db, newsletter, body, caller } = request;
    return one(request, await createSnippet(db, newsletter.key, body, caller));
  });

  app.get('/v1/snippets/:id', api.retrieve, async request => {
    const { db, newsletter, params } = request;
    return one(request, found(await findSnippet(db, newsletter.key, params.id), 'snippet'));
  });

  app.patch('/v1/snippets/:id', api.update, async request => {
    const { db, newsletter, params, body, caller } = request;
    return one(request, await updateSnippet(db, newsletter.key, params.id, body, caller));
  });

  app.delete('/v1/snippets/:id', api.delete, async ({ db, newsletter, params, caller }) =>
    deleteSnippet(db, newsletter.key, params.id, caller),
  );
}

async function show(request: FastifyRequest, snippets: Snippet[]) {
  const identifiers = snippets.map(({ identifier }) => identifier);
  const counts = await countReferences(request.db, request.newsletter.key, identifiers);
  return snippets.map(snippet => ({ ...snippet, reference_count: counts.get(snippet.identifier) ?? 0 }));
}

async function one(request: FastifyRequest, snippet: Snippet) {
  const [shown] = await show(request, [snippet]);
  return shown!;
}
