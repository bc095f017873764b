import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { counted } from '../counted.ts';
import { DomainError } from '../errors.ts';
import type { App } from './server.ts';

const resetHeader = 'x-ratelimit-reset';

/**
 * At most `max` requests a minute for each key, or each address where there is none; the rest is 429 with `Retry-After`.
 * `X-RateLimit-Reset` is when the count starts again, in seconds since 1970.
 */
export async function limitRate(app: App, max: number): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    cache: 50_000,
    keyGenerator: callerOf,
    errorResponseBuilder: (_, { after }) =>
      new DomainError(
        'rate_limited',
        `More than ${counted(max, 'request')} in a minute. Try again in ${after}.`,
      ),
  });
  // The plugin says how many seconds are left; clients of this API subtract the present time from the header.
  app.addHook('onSend', async (_, reply) => {
    const seconds_left = reply.getHeader(resetHeader);
    if (typeof seconds_left === 'number')
      reply.header(resetHeader, String(Math.floor(Date.now() / 1000) + seconds_left));
  });
}

function callerOf({ headers, ip }: FastifyRequest): string {
  const secret = headers.authorization?.replace(/^\s*\S+\s+/, '');
  return secret ? createHash('sha256').update(secret).digest('base64') : ip;
}
