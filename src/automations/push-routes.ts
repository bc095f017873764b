import type { FastifyReply, FastifyRequest } from 'fastify';
import { hubSecrets, readCallbackToken, readPingToken } from '../links/push.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { App } from '../platform/http/server.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { listActiveFeedKeys } from './definition/queries.ts';
import { pingFeed, pingFeeds } from './feeds/queries.ts';
import { confirmHub, findHub, noteDenial } from './hubs/queries.ts';
import { isSigned, readLease } from './hubs/websub.ts';

type PushRoutes = { db: Database; secret: Secret; clock: Clock };
type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

const largestBody = 10 * 1024 * 1024;
/** Limit per address: the hub of many feeds has many notifications. */
const requestsAMinute = 6000;

/**
 * Adds the routes at which sites and hubs announce something new in a feed. The content is not read; it only causes a fetch, at most every
 * 30 seconds.
 */
export function pushRoutes(app: App, { db, secret, clock }: PushRoutes): void {
  app.register(async scope => {
    // Publish hooks send any content type, and signatures cover bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    );
    const options = { schema: { hide: true }, config: { rateLimit: { max: requestsAMinute } } };
    // This runs before the body is read, so that strangers cannot send one.
    const knownPing = async (request: FastifyRequest) => void pingedBy(request);
    const knownFeed = async (request: FastifyRequest) => void feedOf(request);

    scope.post('/feeds/ping/:token', { ...options, onRequest: knownPing }, async (request, reply) => {
      await pingFeeds(db, await listActiveFeedKeys(db, pingedBy(request)), clock());
      return accepted(reply);
    });

    // The only GET that changes something, as the protocol requires: a hub verifies that we subscribed (WebSub §5.3).
    scope.get('/feeds/websub/:token', { ...options, onRequest: knownFeed }, async (request, reply) => {
      const feed_key = feedOf(request);
      const said = new URL(request.url, 'http://localhost').searchParams;
      const hub = await findHub(db, feed_key);
      if (!hub || hub.asked_date === null || said.get('hub.topic') !== hub.topic_url) throw notFound('page');
      const mode = said.get('hub.mode');
      if (mode === 'denied') {
        await noteDenial(
          db,
          feed_key,
          sentence('feeds.hub_refused', {
            reason: said.get('hub.reason')?.slice(0, 200) ?? 'no reason given',
          }),
          clock(),
        );
        return accepted(reply);
      }
      const challenge = said.get('hub.challenge');
      if (mode !== 'subscribe' || challenge === null) throw notFound('page');
      await confirmHub(db, feed_key, readLease(said.get('hub.lease_seconds')), clock());
      return reply.type('text/plain; charset=utf-8').send(challenge);
    });

    scope.post('/feeds/websub/:token', { ...options, onRequest: knownFeed }, async (request, reply) => {
      const feed_key = feedOf(request);
      const hub = await findHub(db, feed_key);
      // A 410 makes a hub forget us (WebSub §7).
      if (!hub)
        return reply
          .code(410)
          .type('text/plain; charset=utf-8')
          .send('This feed is no longer followed here.\n');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-hub-signature'];
      // A hub keeps the secret from the last subscription.
      if (hubSecrets(feed_key, hub.hub_url, secret).some(one => isSigned(signature, body, one)))
        await pingFeed(db, feed_key, clock());
      return accepted(reply);
    });
  });

  function pingedBy(request: FastifyRequest): string {
    const id = readPingToken(secret, (request as TokenRequest).params.token);
    if (id === null) throw notFound('page');
    return id;
  }

  function feedOf(request: FastifyRequest): number {
    const key = readCallbackToken(secret, (request as TokenRequest).params.token);
    if (key === null) throw notFound('page');
    return key;
  }
}

function accepted(reply: FastifyReply) {
  return reply.code(202).type('text/plain; charset=utf-8').send('The feed will be fetched soon.\n');
}
