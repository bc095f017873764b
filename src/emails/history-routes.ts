import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { orderingParameter, pageParameters, showParameter, textParameter } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { eitherOf } from '../platform/sentences/choices.ts';
import { historyExample } from './examples.ts';
import { emailOf, seesNames } from './revision-routes.ts';
import { listRevisions, readRevision } from './show-revisions.ts';

const fields = ['body', 'subject'] as const;
const orderings = ['creation_date', '-creation_date'] as const;
/** The most revisions in one answer, because their bodies are long. */
const mostAtOnce = 50;

const historySchema = z
  .object({
    history_id: z.int().describe('The number of the revision'),
    creation_date: timestamp,
    value: z.string(),
    user_id: z.string().nullable().describe('The person who wrote it'),
    user: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('With expand=user; their name needs the permission settings: read'),
  })
  .meta({ id: 'History', examples: [historyExample] });

const expand = showParameter.describe('user');
const api = operations('Emails', {
  list: {
    summary: 'List the earlier values of a field of an email',
    description:
      'Its body or subject in each revision, in the shape that other clients expect. `/v1/emails/{id}/revisions` has all of a revision.',
    access: { emails: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({
      ...pageParameters,
      field: z.enum(fields, eitherOf(...fields)).default('body'),
      query: textParameter.describe('Only those that contain this text'),
      ordering: orderingParameter.pipe(z.enum(orderings, eitherOf(...orderings)).default('-creation_date')),
      expand,
    }),
    answers: listOf(historySchema).meta({
      examples: [{ results: [historyExample], count: 1, next: null, previous: null }],
    }),
  },
  retrieve: {
    summary: 'Retrieve an earlier body of an email',
    access: { emails: 'read' },
    params: z.object({ id: z.string(), history_id: z.string() }),
    query: z.object({ expand }),
    answers: historySchema,
  },
});

/** Adds the routes for the revisions of an email in the form that other clients know: one field at a time. */
export function historyRoutes(app: App): void {
  app.get('/v1/emails/:id/history', api.list, async (request, reply) => {
    const { field, query: words, ordering, page, page_size, expand = [] } = request.query;
    const email = await emailOf(request, request.params.id);
    const entries = await listRevisions(request.db, email, seesNames(request));
    const numbers = entries.map(({ number }) => number);
    const ordered = ordering === 'creation_date' ? numbers.toReversed() : numbers;
    const size = Math.min(page_size, mostAtOnce);
    const of = (some: number[]) => Promise.all(some.map(one => show(request, email.id, one, field, expand)));
    if (!words) {
      const results = await of(ordered.slice((page - 1) * size, page * size));
      return sendPage(reply, { results, count: numbers.length });
    }
    const found: Awaited<ReturnType<typeof show>>[] = [];
    for (const number of ordered) {
      const one = await show(request, email.id, number, field, expand);
      if (one.value.toLowerCase().includes(words.toLowerCase())) found.push(one);
    }
    return sendPage(reply, { results: found.slice((page - 1) * size, page * size), count: found.length });
  });

  app.get('/v1/emails/:id/history/body/:history_id', api.retrieve, async request => {
    const { id, history_id } = request.params;
    if (!/^[1-9]\d{0,8}$/.test(history_id)) throw notFound('revision');
    return show(request, id, Number(history_id), 'body', request.query.expand ?? []);
  });
}

async function show(
  request: FastifyRequest,
  id: string,
  number: number,
  field: (typeof fields)[number],
  expand: string[],
) {
  const email = await emailOf(request, id);
  const revision = await readRevision(request.db, email, number, seesNames(request));
  const person = revision.author?.type === 'person' ? revision.author : null;
  return {
    history_id: revision.number,
    creation_date: revision.end_date,
    value: revision[field],
    user_id: person?.id ?? null,
    user: person && expand.includes('user') ? { id: person.id, name: person.name } : null,
  };
}
