import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { counted } from '../counted.ts';
import { DomainError } from '../errors.ts';
import { holderOf } from '../networks.ts';
import type { App } from './server.ts';

const resetHeader = 'x-ratelimit-reset';
const mostNames = 50_000;

/**
 * At most `max` requests a minute for each valid key. All other requests count for their address, and twice if their
 * key is refused. More gets 429 with `Retry-After`. `X-RateLimit-Reset` is when the count restarts, in seconds since
 * 1970. `isGoodKey` says whether the key of an Authorization header is valid. It is called once for a valid key, until
 * that key is refused, and not at all for an address that has used up its requests.
 */
export async function limitRate(
  app: App,
  max: number,
  isGoodKey: (authorization: string) => Promise<boolean>,
): Promise<void> {
  const good = new Set<string>();
  const names = new WeakMap<FastifyRequest, string>();

  async function nameOf(request: FastifyRequest): Promise<string> {
    const name = names.get(request) ?? holderOf(request.ip);
    const { authorization } = request.headers;
    if (names.has(request) || !authorization) return name;
    names.set(request, name);
    const key = digestOf(authorization);
    if (!good.has(key)) {
      const seen = await limit(request, { increment: false });
      if (!seen.isAllowed && seen.remaining === 0) return name;
      if (!(await isGoodKey(authorization).catch(() => false))) return name;
      good.add(key);
      if (good.size > mostNames) good.delete(good.keys().next().value!);
    }
    names.set(request, key);
    return key;
  }

  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    cache: mostNames,
    keyGenerator: nameOf,
    errorResponseBuilder: (_, { after }) =>
      new DomainError(
        'rate_limited',
        `Rate limit exceeded: at most ${counted(max, 'request')} a minute. Try again in ${after}.`,
      ),
  });
  const limit = app.createRateLimit();

  app.addHook('onSend', async (request, reply) => {
    const { authorization } = request.headers;
    if (reply.statusCode === 401 && authorization) {
      good.delete(digestOf(authorization));
      names.set(request, holderOf(request.ip));
      await limit(request);
    }
    // The plugin gives the remaining seconds, but clients of this API subtract the current time from the header.
    const seconds_left = reply.getHeader(resetHeader);
    if (typeof seconds_left === 'number')
      reply.header(resetHeader, String(Math.floor(Date.now() / 1000) + seconds_left));
  });
}

function digestOf(authorization: string): string {
  return createHash('sha256')
    .update(authorization.replace(/^\s*\S+\s+/, ''))
    .digest('base64');
}
