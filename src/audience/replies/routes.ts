import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseBounded } from '../../accounts/content.ts';
import { found } from '../../platform/errors.ts';
import { expand, type Things, thingsIn } from '../../platform/http/expand.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import {
  choiceParameter,
  hasEmptyFilter,
  listParameter,
  pageParameters,
  params,
  showParameter,
  textParameter,
} from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { answerReply } from './answer.ts';
import { deleteReply, findReply, listReplies, updateReplyRow } from './queries.ts';
import { answerCreate, type Listed, replySchema, replyUpdate, showReply } from './reply.ts';

const names = ['subscriber', 'email'] as const;

function operationsOf(things: Things) {
  const shownSchema = replySchema.extend(thingsIn(things, names)).meta({ id: 'ExpandedReply' });
  return operations('Replies', {
    list: {
      summary: 'List replies',
      description: 'Mails of readers to the newsletter, latest first, with what was answered.',
      access: { subscribers: 'read' },
      query: z.object({
        ...pageParameters,
        email_id: listParameter,
        subscriber_id: listParameter,
        status: listParameter.describe('Any of unread, read and archived'),
        from_address: textParameter.describe('All mails from this address: the whole conversation'),
        is_automatic: choiceParameter,
        is_answered: choiceParameter,
        ordering: z
          .enum(['creation_date', '-creation_date'])
          .default('-creation_date')
          .describe('-creation_date: latest first'),
        expand: showParameter.describe('Any of subscriber and email'),
      }),
      answers: listOf(shownSchema),
    },
    retrieve: {
      summary: 'Retrieve a reply',
      access: { subscribers: 'read' },
      params,
      answers: shownSchema,
    },
    update: {
      summary: 'Mark a reply as read, or archive it',
      access: { subscribers: 'write' },
      params,
      body: replyUpdate,
      answers: shownSchema,
    },
    answer: {
      summary: 'Answer a reply',
      description:
        'Mails plain text from the newsletter to the address in From, once, in the thread of the reply. What a program wrote cannot be answered.',
      access: { subscribers: 'write' },
      params,
      body: answerCreate,
      answers: { 201: shownSchema },
      fails: [400],
    },
    delete: {
      summary: 'Delete a reply',
      description: 'Its answers are deleted, too. An answer that is still waiting is not sent.',
      access: { subscribers: 'write' },
      params,
    },
  });
}

export function replyRoutes(app: App, things: Things): void {
  const api = operationsOf(things);

  app.get('/v1/replies', api.list, async (request, reply) => {
    const { page, page_size, expand: wanted, ordering, ...filters } = request.query;
    const order = { page, page_size, ascending: ordering === 'creation_date' };
    const listed = hasEmptyFilter(filters)
      ? { results: [], count: 0 }
      : await listReplies(request.db, request.newsletter.key, filters, order);
    return sendPage(reply, { ...listed, results: await show(request, listed.results, wanted) });
  });

  app.get('/v1/replies/:id', api.retrieve, async request => one(request));

  app.patch('/v1/replies/:id', api.update, async request => {
    const { db, newsletter, params, body } = request;
    const { key } = found(await findReply(db, newsletter.key, params.id), 'reply');
    await updateReplyRow(db, key, body);
    return one(request);
  });

  app.post('/v1/replies/:id/answers', api.answer, async request => {
    refuseBounded(request.caller, sentence('people.why_answer'));
    await answerReply(request.db, request.caller, request.params.id, request.body.text);
    return one(request);
  });

  app.delete('/v1/replies/:id', api.delete, async ({ db, newsletter, params }) => {
    const { key } = found(await findReply(db, newsletter.key, params.id), 'reply');
    await deleteReply(db, key);
  });

  async function one(request: FastifyRequest) {
    const { id } = request.params as { id: string };
    const page = { page: 1, page_size: 1 };
    const { results } = await listReplies(request.db, request.newsletter.key, { id }, page);
    const [shown] = await show(request, results);
    return found(shown, 'reply');
  }

  function show(request: FastifyRequest, replies: Listed[], wanted?: string[]) {
    return expand(request, things, names, replies.map(showReply), wanted);
  }
}
