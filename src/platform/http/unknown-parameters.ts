import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { App } from './server.ts';

/**
 * Refuses what would narrow an answer if we knew it, and must not be ignored. `filters` are such parameters by the
 * address of the route; a route with `config.unknown_parameters: 'refused'` takes none that its schema does not name.
 */
export function refuseUnknownParameters(
  app: App,
  filters: Readonly<Record<string, readonly string[]>>,
): void {
  app.addHook('preValidation', async request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const { url = '', config } = request.routeOptions;
    const known = knownParameters(request);
    for (const name of Object.keys(request.query as object)) {
      if (known.includes(name)) continue;
      const filter = name.replace(/^-/, '');
      if ([...known, ...(filters[url] ?? [])].some(word => word === name || word === filter))
        throw new DomainError(
          'filter_unsupported',
          `${name}: this list cannot be narrowed by it, and ignoring it would answer with more than was asked for. Leave it out.`,
        );
      if (config.unknown_parameters === 'refused')
        throw new DomainError(
          'request_invalid',
          `${name.slice(0, 100)}: this list has no such parameter. The nearest is ${nearest(name.slice(0, 100), known, Number.POSITIVE_INFINITY)}; /docs shows them all.`,
        );
    }
  });
}

function knownParameters({ routeOptions }: FastifyRequest): string[] {
  const querystring = routeOptions.schema?.querystring;
  return querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refused where an answer to everybody would do harm; else they are ignored, for clients of newer versions. */
    unknown_parameters?: 'refused';
  }
}
