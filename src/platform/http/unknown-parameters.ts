import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { App } from './server.ts';

/**
 * Refuses parameters that would filter a list if we implemented them and must not be ignored. `filters` lists these by
 * route address. A route with `config.unknown_parameters: 'refused'` accepts only the parameters in its schema.
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
          `${name}: this filter is not supported here, and ignoring it would return more than you asked for. Remove it.`,
        );
      if (config.unknown_parameters === 'refused')
        throw new DomainError(
          'request_invalid',
          `${name.slice(0, 100)}: unknown parameter. Did you mean ${nearest(name.slice(0, 100), known, Number.POSITIVE_INFINITY)}? All parameters are listed at /docs.`,
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
    /**
     * `refused` where an unfiltered response would do harm; elsewhere unknown parameters are ignored, for clients of
     * newer versions.
     */
    unknown_parameters?: 'refused';
  }
}
