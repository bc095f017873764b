import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { collisionOf } from '../../platform/http/collision.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { filterInput } from '../filter/filter.ts';
import { settleFilter } from '../filter/settle.ts';
import { filterExample } from '../segments/examples.ts';
import { noTags, openTagDirectory } from '../tags/resolve.ts';
import { createSubscriber } from './create.ts';
import { listSubscribers, subscriberListParameters } from './list.ts';
import { findSubscriber } from './queries.ts';
import {
  type Subscriber,
  showSubscriber,
  subscriberCreate,
  subscriberSchema,
  subscriberUpdate,
} from './subscriber.ts';
import { updateSubscriber } from './update.ts';
import { deleteSubscriber } from './update-many.ts';

const tags = ['Subscribers'];
const params = z.object({ id_or_email: z.string() });
const codes = {
  email_address: 'email_address_invalid',
  email: 'email_address_invalid',
  tags: 'tag_invalid',
  metadata: 'metadata_invalid',
} as const;

type SubscriberRoutes = { base_url: string; secret: Secret; jobs: Jobs; clock: Clock };

export function subscriberRoutes(app: App, { base_url, secret, jobs, clock }: SubscriberRoutes): void {
  app.get(
    '/v1/subscribers',
    {
      config: { access: { subscribers: 'read' }, unknown_parameters: 'refused' },
      schema: {
        tags,
        summary: 'List subscribers',
        description: 'Unknown parameters are refused, so that a misspelt filter does not return everybody.',
        querystring: subscriberListParameters,
        response: { 200: listOf(subscriberSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const found = await listSubscribers(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, await showPage(request, found), found.cursor);
    },
  );

  app.post(
    '/v1/subscribers/search',
    {
      config: { access: { subscribers: 'read' }, codes: { filters: 'filter_invalid' } },
      schema: {
        tags,
        summary: 'Search subscribers',
        description:
          'Lists the subscribers that match the filters, without saving them. For the next page, POST the same body to `next`. A search that takes longer than two seconds is refused with `filter_too_slow`.',
        querystring: subscriberListParameters.pick({
          ...{ page: true, page_size: true, ordering: true },
          ...{ search: true, cursor: true },
        }),
        body: z
          .strictObject({ filters: filterInput.nullish().describe('Without them: everybody') })
          .meta({ examples: [{ filters: filterExample }] }),
        response: { 200: listOf(subscriberSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { key } = newsletterOf(request);
      const { filters } = request.body;
      const found = await inTransaction(request.db, async trx =>
        listSubscribers(trx, key, {
          ...request.query,
          filters: filters ? await settleFilter(trx, key, filters, 'filter_invalid') : undefined,
        }),
      );
      return sendPage(request, reply, base_url, request.query, await showPage(request, found), found.cursor);
    },
  );

  app.post(
    '/v1/subscribers',
    {
      config: { access: { subscribers: 'write' }, codes },
      schema: {
        tags,
        summary: 'Create a subscriber',
        description:
          'Without a type, a newsletter with double opt-in sends a confirmation mail. With the header `X-Buttondown-Collision-Behavior: add` or `overwrite`, an existing subscriber is merged or replaced; with `no_op`, the default, the request is refused.',
        body: subscriberCreate,
        response: { 201: subscriberSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const now = clock();
      demandPast(request, request.body.creation_date, now);
      const options = { secret, source: 'api', collision: collisionOf(request), jobs, now };
      reply.code(201);
      return show(request, await createSubscriber(request.db, newsletterOf(request), request.body, options));
    },
  );

  app.get(
    '/v1/subscribers/:id_or_email',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a subscriber',
        params,
        response: { 200: subscriberSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const subscriber = await findSubscriber(
        request.db,
        newsletterOf(request).key,
        request.params.id_or_email,
      );
      if (!subscriber) throw notFound('subscriber');
      return show(request, subscriber);
    },
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/subscribers/:id_or_email',
    config: { access: { subscribers: 'write' }, codes },
    schema: {
      tags,
      summary: 'Update a subscriber',
      description:
        'With the header `X-Buttondown-Collision-Behavior: add`, tags and metadata are added to the existing ones.',
      params,
      body: subscriberUpdate,
      response: { 200: subscriberSchema, ...failures(400, 401, 403, 404) },
    },
    handler: async request =>
      show(
        request,
        await updateSubscriber(
          request.db,
          newsletterOf(request),
          request.params.id_or_email,
          request.body,
          collisionOf(request),
        ),
      ),
  });

  app.delete(
    '/v1/subscribers/:id_or_email',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Delete a subscriber',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      request.audited_id = await deleteSubscriber(
        request.db,
        newsletterOf(request),
        request.params.id_or_email,
        secret,
      );
      reply.code(204);
    },
  );
}

async function showPage(
  request: FastifyRequest,
  { results, count }: { results: Subscriber[]; count: number },
) {
  const directory = await openTagDirectory(request.db, newsletterOf(request).key);
  return { results: results.map(subscriber => showSubscriber(subscriber, directory)), count };
}

async function show(request: FastifyRequest, subscriber: Subscriber) {
  const tags =
    subscriber.tags.length > 0 ? await openTagDirectory(request.db, subscriber.newsletter_key) : noTags;
  return showSubscriber(subscriber, tags);
}

/** Figures over time depend on this date, so setting it needs more than subscribers:write. */
function demandPast(request: FastifyRequest, creation_date: string | undefined, now: Date): void {
  if (creation_date === undefined) return;
  demand(callerOf(request).permissions, 'settings', 'write');
  if (Date.parse(creation_date) > now.getTime())
    throw new DomainError(
      'request_invalid',
      'creation_date: must not be in the future. Use the time when the subscriber joined, or omit the field.',
    );
}
