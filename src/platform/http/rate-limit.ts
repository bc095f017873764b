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
 * At most `max` requests a minute for each good key; all others count for the address that they come from, and twice when
 * their key is refused. The rest is 429 with `Retry-After`. `X-RateLimit-Reset` is when the count starts again, in
 * seconds since 1970. `isGoodKey` says whether the key of an Authorization header is good. It is asked once for a good
 * key, until that is refused, and not at all for an address that has used up its requests.
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
        `More than ${counted(max, 'request')} in a minute. Try again in ${after}.`,
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
    // The plugin says how many seconds are left; clients of this API subtract the present time from the header.
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
