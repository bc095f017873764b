import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseBounded } from '../../accounts/content.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { expand, type Things, thingsIn } from '../../platform/http/expand.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import {
  hasEmptyFilter,
  listParameter,
  pageParameters,
  params,
  showParameter,
} from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { commentCreate, commentSchema, commentUpdate, type Listed, showComment } from './comment.ts';
import { deleteComment, findComment, listComments } from './queries.ts';
import { moderate, writeComment } from './write.ts';

const names = ['subscriber', 'email'] as const;

function operationsOf(things: Things) {
  const shownSchema = commentSchema.extend(thingsIn(things, names)).meta({ id: 'ExpandedComment' });
  return operations('Comments', {
    list: {
      summary: 'List comments',
      description: 'What readers wrote below emails on the web, latest first.',
      access: { subscribers: 'read' },
      query: z.object({
        ...pageParameters,
        email_id: listParameter,
        subscriber_id: listParameter,
        parent_id: listParameter,
        status: listParameter.describe('Any of pending, active and spammy'),
        ordering: z
          .enum(['creation_date', '-creation_date'])
          .default('-creation_date')
          .describe('-creation_date: latest first'),
        expand: showParameter.describe('Any of subscriber and email'),
      }),
      answers: listOf(shownSchema),
    },
    create: {
      summary: 'Comment on an email',
      description:
        'It appears at once. Without a subscriber, the newsletter itself writes. Others in the thread are mailed.',
      access: { subscribers: 'write' },
      body: commentCreate,
      answers: { 201: shownSchema },
      fails: [404, 409],
    },
    retrieve: {
      summary: 'Retrieve a comment',
      access: { subscribers: 'read' },
      params,
      answers: shownSchema,
    },
    update: {
      summary: 'Approve a comment, or mark it as spammy',
      description:
        'When a comment appears for the first time, others in its thread are mailed. While a comment of a reader is spammy, each new one is too.',
      access: { subscribers: 'write' },
      params,
      body: commentUpdate,
      answers: shownSchema,
    },
    delete: {
      summary: 'Delete a comment',
      description: 'Replies to it stay.',
      access: { subscribers: 'write' },
      params,
    },
  });
}

export function commentRoutes(app: App, things: Things, clock: Clock): void {
  const api = operationsOf(things);

  app.get('/v1/comments', api.list, async (request, reply) => {
    const { page, page_size, expand: wanted, ordering, ...filters } = request.query;
    const order = { page, page_size, ascending: ordering === 'creation_date' };
    const listed = hasEmptyFilter(filters)
      ? { results: [], count: 0 }
      : await listComments(request.db, request.newsletter.key, filters, order);
    return sendPage(reply, { ...listed, results: await show(request, listed.results, wanted) });
  });

  app.post('/v1/comments', api.create, async request => {
    const { db, newsletter, body, caller } = request;
    refuseBounded(caller, sentence('people.why_comment'));
    const { key } = newsletter;
    const parent = body.parent_id ? found(await findComment(db, key, body.parent_id), 'comment') : undefined;
    const email = await findCommented(request, parent?.email_key, body.email_id);
    const subscriber = body.subscriber_id
      ? found(await findSubscriber(db, key, body.subscriber_id), 'subscriber')
      : undefined;
    const writing = { newsletter, email, subscriber, parent, name: '', text: body.text };
    const comment = await writeComment(db, writing, { is_trusted: true, now: clock() });
    return one(request, found(comment, 'subscriber').id);
  });

  app.get('/v1/comments/:id', api.retrieve, async request => one(request, request.params.id));

  app.patch('/v1/comments/:id', api.update, async request => {
    const { db, newsletter, params, body, caller } = request;
    refuseBounded(caller, sentence('people.why_comment'));
    const comment = found(await findComment(db, newsletter.key, params.id), 'comment');
    const { subscriber_id, email_id } = await one(request, comment.id);
    await inTransaction(db, trx =>
      moderate(trx, comment, body.status, { subscriber_id: subscriber_id ?? undefined, email_id }),
    );
    return one(request, comment.id);
  });

  app.delete('/v1/comments/:id', api.delete, async ({ db, newsletter, params, caller }) => {
    refuseBounded(caller, sentence('people.why_comment'));
    const comment = found(await findComment(db, newsletter.key, params.id), 'comment');
    await deleteComment(db, comment.key);
  });

  /**
   * Finds the email that the request names, or the email of the comment replied to. Throws `not_found`, or `request_invalid` if the two
   * differ.
   */
  async function findCommented(
    { db, newsletter }: FastifyRequest,
    parent_email_key: number | undefined,
    email_id: string | null | undefined,
  ) {
    if (!email_id && parent_email_key === undefined)
      throw domainError('request_invalid', 'audience.comment_on_what');
    const email = email_id
      ? found(await findEmail(db, newsletter.key, email_id), 'email')
      : await db
          .selectFrom('emails')
          .selectAll()
          .where('key', '=', parent_email_key!)
          .executeTakeFirstOrThrow();
    if (parent_email_key !== undefined && email.key !== parent_email_key)
      throw domainError('request_invalid', 'audience.comment_on_another');
    if (email.commenting_mode === 'disabled') throw domainError('status_invalid', 'audience.comments_off');
    return email;
  }

  async function one(request: FastifyRequest, id: string) {
    const page = { page: 1, page_size: 1 };
    const { results } = await listComments(request.db, request.newsletter.key, { id }, page);
    const [shown] = await show(request, results);
    return found(shown, 'comment');
  }

  function show(request: FastifyRequest, comments: Listed[], wanted?: string[]) {
    return expand(request, things, names, comments.map(showComment), wanted);
  }
}
