import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { minute_ms } from '../durations.ts';
import { domainError } from '../errors.ts';
import { holderOf } from '../networks.ts';
import type { App } from './server.ts';

const resetHeader = 'x-ratelimit-reset';
const mostNames = 50_000;
/** The least requests a minute while somebody types: without a rest, they cause 400 previews. */
const leastTyped = 600;

/** The identity that a request claims, and whether the claim is valid. */
export type Credentials = {
  read(request: FastifyRequest): string | undefined;
  isGood(credential: string): Promise<boolean>;
};

/**
 * Allows at most `max` requests a minute for each valid credential: an API key or the token of a session. All other requests count for
 * their address, and twice if their credential is refused. Further requests get 429 with `Retry-After`. `X-RateLimit-Reset` is when the
 * count restarts, in seconds since 1970. `isGood` is called once for a valid credential, until that is refused, and not at all for an
 * address that has used up its requests. A route with `config.is_typed` has a count of its own, so that a person who types keeps the other
 * requests.
 */
export async function limitRate(app: App, max: number, credentials: Credentials): Promise<void> {
  const good = new Set<string>();
  const names = new WeakMap<FastifyRequest, string>();

  async function nameOf(request: FastifyRequest): Promise<string> {
    const known = names.get(request);
    if (known !== undefined) return known;
    const credential = credentials.read(request);
    if (credential === undefined) return holderOf(request.ip);
    const key = digestOf(credential);
    if (!good.has(key)) {
      const name = holderOf(request.ip);
      names.set(request, name);
      const seen = await limit(request, { increment: false });
      if (!seen.isAllowed && seen.remaining === 0) return name;
      if (!(await credentials.isGood(credential).catch(() => false))) return name;
      good.add(key);
      if (good.size > mostNames) good.delete(good.keys().next().value!);
    }
    names.set(request, key);
    return key;
  }

  // This hook must come before the plugin, which reads the settings of each route.
  app.addHook('onRoute', ({ config }) => {
    if (config?.is_typed) config.rateLimit = { max: Math.max(max, leastTyped) };
  });
  await app.register(rateLimit, {
    max,
    timeWindow: minute_ms,
    cache: mostNames,
    keyGenerator: nameOf,
    errorResponseBuilder: (_, { after, max }) =>
      domainError('rate_limited', 'requests.rate_limited', { max, after }),
  });
  const limit = app.createRateLimit();

  app.addHook('onSend', async (request, reply) => {
    const credential = reply.statusCode === 401 ? credentials.read(request) : undefined;
    if (credential !== undefined) {
      good.delete(digestOf(credential));
      names.set(request, holderOf(request.ip));
      await limit(request);
    }
    // The plugin gives the remaining seconds, but clients of this API subtract the current time from the header.
    const seconds_left = reply.getHeader(resetHeader);
    if (typeof seconds_left === 'number')
      reply.header(resetHeader, String(Math.floor(Date.now() / 1000) + seconds_left));
  });
}

function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is requested while somebody types. Then it is counted apart from all other requests. */
    is_typed?: boolean;
  }
}
