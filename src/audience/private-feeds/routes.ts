import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { privateFeedAddress } from '../../links/private-feeds.ts';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { madeFeedSchema, type Owned, type PrivateFeed, privateFeedSchema } from './feed.ts';
import { closeFeed, findFeed, listPrivateFeeds, openFeed } from './queries.ts';

const params = z.object({ id_or_email: z.string() });
const path = '/v1/subscribers/:id_or_email/private-feed';

const api = operations('Subscribers', {
  list: {
    summary: 'List private feeds',
    description: 'The feeds that readers have switched on, and how often each was fetched.',
    access: { subscribers: 'read' },
    query: z.object({ ...pageParameters, subscriber_id: listParameter }),
    answers: listOf(privateFeedSchema),
  },
  retrieve: {
    summary: 'Show the private feed of a subscriber',
    access: { subscribers: 'read' },
    params,
    answers: privateFeedSchema,
  },
  make: {
    summary: 'Give a subscriber a private feed',
    description:
      'Returns its address, which no other request shows. If they have a feed, it gets a new address, and the former one stops working. Anybody who has the address can read issues, so this also needs the permission emails:read.',
    access: { subscribers: 'write', emails: 'read' },
    secret_fields: { url: '' },
    params,
    answers: madeFeedSchema,
  },
  end: {
    summary: 'End the private feed of a subscriber',
    description: 'Its address stops working. Readers who may have a feed can make another one.',
    access: { subscribers: 'write' },
    params,
  },
});

/** Adds the routes for the feeds of readers who pay: who has one, and how often it is fetched. */
export function privateFeedRoutes(app: App, context: { base_url: string; secret: Secret }): void {
  app.get('/v1/private-feeds', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listPrivateFeeds(db, newsletter.key, query), show),
  );

  app.get(path, api.retrieve, async request => {
    const subscriber = await demandSubscriber(request, request.params.id_or_email);
    return owned(subscriber, found(await findFeed(request.db, subscriber.key), 'private feed'));
  });

  app.post(path, api.make, async request => {
    const { db, newsletter, params } = request;
    const subscriber = await demandSubscriber(request, params.id_or_email);
    const feed = await openFeed(db, subscriber);
    request.audited_id = subscriber.id;
    const url = privateFeedAddress(context.base_url, context.secret, newsletter, feed.id);
    return { ...owned(subscriber, feed), url };
  });

  app.delete(path, api.end, async request => {
    const subscriber = await demandSubscriber(request, request.params.id_or_email);
    found((await closeFeed(request.db, subscriber.key)) || undefined, 'private feed');
    request.audited_id = subscriber.id;
  });
}

async function demandSubscriber({ db, newsletter }: FastifyRequest, word: string): Promise<Subscriber> {
  return found(await findSubscriber(db, newsletter.key, word), 'subscriber');
}

function owned({ id, email_address }: Subscriber, feed: PrivateFeed) {
  return show({ ...feed, subscriber_id: id, email_address });
}

function show({ subscriber_id, email_address, creation_date, fetches, last_fetch_date }: Owned) {
  return { subscriber_id, email_address, creation_date, fetches, last_fetch_date };
}
