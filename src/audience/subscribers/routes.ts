import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { collisionOf } from '../../platform/http/collision.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
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

const params = z.object({ id_or_email: z.string() });
const codes = {
  email_address: 'email_address_invalid',
  email: 'email_address_invalid',
  tags: 'tag_invalid',
  metadata: 'metadata_invalid',
} as const;

/** The objects that clients may ask to see with subscribers. */
const expandable = ['stripe_customer', 'stripe_subscription'] as const;
type Expandable = (typeof expandable)[number];
/** Finds each object for these subscribers, by their keys. */
export type Expansions = {
  [Name in Expandable]: (
    request: FastifyRequest,
    subscribers: Subscriber[],
  ) => Promise<Map<number, NonNullable<z.input<typeof subscriberSchema>[Name]>>>;
};

type SubscriberRoutes = { secret: Secret; clock: Clock; expansions: Expansions };

const api = operations('Subscribers', {
  list: {
    summary: 'List subscribers',
    description: 'Unknown parameters are refused, so that a misspelt filter does not return everybody.',
    access: { subscribers: 'read' },
    may_lag: true,
    query: subscriberListParameters,
    answers: listOf(subscriberSchema),
  },
  search: {
    summary: 'Search subscribers',
    description:
      'Lists the subscribers that match the filters, without saving them. For the next page, POST the same body to `next`. A search that takes longer than two seconds is refused with `filter_too_slow`.',
    access: { subscribers: 'read' },
    may_lag: true,
    codes: { filters: 'filter_invalid' },
    query: subscriberListParameters.pick({
      page: true,
      page_size: true,
      ordering: true,
      search: true,
      cursor: true,
      expand: true,
    }),
    body: z
      .strictObject({ filters: filterInput.nullish().describe('Without them: everybody') })
      .meta({ examples: [{ filters: filterExample }] }),
    answers: listOf(subscriberSchema),
  },
  create: {
    summary: 'Create a subscriber',
    description:
      'Without a type, a newsletter with double opt-in sends a confirmation mail. With the header `X-Buttondown-Collision-Behavior: add` or `overwrite`, an existing subscriber is merged or replaced; with `no_op`, the default, the request is refused.',
    access: { subscribers: 'write' },
    codes,
    body: subscriberCreate,
    answers: { 201: subscriberSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a subscriber',
    access: { subscribers: 'read' },
    params,
    query: subscriberListParameters.pick({ expand: true }),
    answers: subscriberSchema,
  },
  update: {
    summary: 'Update a subscriber',
    description:
      'With the header `X-Buttondown-Collision-Behavior: add`, tags and metadata are added to the existing ones.',
    access: { subscribers: 'write' },
    codes,
    params,
    body: subscriberUpdate,
    answers: subscriberSchema,
  },
  delete: {
    summary: 'Delete a subscriber',
    access: { subscribers: 'write' },
    params,
  },
});

export function subscriberRoutes(app: App, { secret, clock, expansions }: SubscriberRoutes): void {
  app.get('/v1/subscribers', api.list, async (request, reply) => {
    const listed = await listSubscribers(request.db, request.newsletter.key, request.query);
    return sendPage(reply, listed, await expanding(request, listed.results, request.query.expand));
  });

  app.post('/v1/subscribers/search', api.search, async (request, reply) => {
    const { newsletter, query, body } = request;
    const { key } = newsletter;
    const listed = await inTransaction(request.db, async trx => {
      const filters = body.filters ? await settleFilter(trx, key, body.filters, 'filter_invalid') : undefined;
      return listSubscribers(trx, key, { ...query, filters });
    });
    return sendPage(reply, listed, await expanding(request, listed.results, query.expand));
  });

  app.post('/v1/subscribers', api.create, async request => {
    const { db, newsletter, caller, body } = request;
    const now = clock();
    demandPast(request, body.creation_date, now);
    const options = { secret, source: 'api', collision: collisionOf(request), now, by: caller.name };
    return show(db, await createSubscriber(db, newsletter, body, options));
  });

  app.get('/v1/subscribers/:id_or_email', api.retrieve, async request => {
    const { db, newsletter, params, query } = request;
    const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    return (await expanding(request, [subscriber], query.expand))(subscriber);
  });

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/subscribers/:id_or_email',
    ...api.update,
    handler: async request => {
      const { db, newsletter, caller, params, body } = request;
      const saying = { collision: collisionOf(request), by: caller.name, now: clock() };
      return show(db, await updateSubscriber(db, newsletter, params.id_or_email, body, saying));
    },
  });

  app.delete('/v1/subscribers/:id_or_email', api.delete, async request => {
    const { db, newsletter, params } = request;
    request.audited_id = await deleteSubscriber(db, newsletter, params.id_or_email, secret);
  });

  /** Returns a function that shows each of these subscribers, with the `wanted` objects. */
  async function expanding(request: FastifyRequest, subscribers: Subscriber[], wanted: string[] = []) {
    const names = expandable.filter(name => wanted.includes(name));
    if (names.length > 0) demand(request.caller.permissions, 'payments', 'read');
    const found = await Promise.all(names.map(name => expansions[name](request, subscribers)));
    const directory = await openTagDirectory(request.db, request.newsletter.key);
    return (subscriber: Subscriber) => ({
      ...showSubscriber(subscriber, directory),
      ...Object.fromEntries(names.map((name, index) => [name, found[index]!.get(subscriber.key) ?? null])),
    });
  }
}

async function show(db: Database, subscriber: Subscriber) {
  const tags = subscriber.tags.length > 0 ? await openTagDirectory(db, subscriber.newsletter_key) : noTags;
  return showSubscriber(subscriber, tags);
}

/** Figures over time depend on this date, so setting it needs more than subscribers:write. */
function demandPast(request: FastifyRequest, creation_date: string | undefined, now: Date): void {
  if (creation_date === undefined) return;
  demand(request.caller.permissions, 'settings', 'write');
  if (Date.parse(creation_date) > now.getTime())
    throw domainError('request_invalid', 'audience.joined_in_future');
}
