import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/connect.ts';
import type { App } from '../platform/http/server.ts';
import { type Caller, findCaller } from './keys.ts';
import type { Newsletter } from './newsletter.ts';
import { type Area, demand, type Level } from './permissions.ts';

/** The level a route needs in each area. `{}` accepts any valid key; `public` needs no key. */
export type Access = Partial<Record<Area, Level>> | 'public';

/**
 * Lets a request to a route with `config.access` through only if its key has that access, and tells the handler who the
 * caller is. A route under /v1 without `config.access` fails at start.
 */
export function authenticateRequests(app: App, db: Database): void {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', route => {
    if (route.url.startsWith('/v1/') && route.config?.access === undefined)
      throw new Error(`${route.url} lacks config.access`);
  });
  // Runs after onRequest, where the rate limiter also counts requests with invalid keys.
  app.addHook('preParsing', async request => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const caller = await findCaller(db, request.headers.authorization);
    for (const [area, level] of Object.entries(access)) demand(caller.permissions, area as Area, level);
    request.caller = caller;
  });
}

/** The newsletter of the request's key. */
export function newsletterOf(request: FastifyRequest): Newsletter {
  return callerOf(request).newsletter;
}

/** The caller. Only for routes with `config.access`, which always have one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} has no caller`);
  return request.caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
