import type { FastifyRequest } from 'fastify';
import { domainError } from '../errors.ts';

/** The effect of a request on an existing object: refuse, add to it, or replace it. */
export type Collision = 'refuse' | 'add' | 'overwrite';

const header = 'X-Buttondown-Collision-Behavior';
const readings: Readonly<Record<string, Collision>> = {
  no_op: 'refuse',
  fail: 'refuse',
  add: 'add',
  overwrite: 'overwrite',
};

/** Reads the header `X-Buttondown-Collision-Behavior`; defaults to `refuse`. Throws `request_invalid`. */
export function collisionOf(request: FastifyRequest): Collision {
  const wish = request.headers[header.toLowerCase()] ?? 'no_op';
  const collision = Object.entries(readings).find(([word]) => word === wish)?.[1];
  if (collision) return collision;
  throw domainError('request_invalid', 'requests.header_values', {
    header,
    values: Object.keys(readings).join(', '),
  });
}
