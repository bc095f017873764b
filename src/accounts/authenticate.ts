import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/connect.ts';
import type { App } from '../platform/http/server.ts';
import { type Caller, findCaller } from './keys.ts';
import type { Newsletter } from './newsletter.ts';
import { type Area, demand, type Level } from './permissions.ts';

/** What a route asks of the key: a level for each area it touches. `{}` is any good key, `public` none at all. */
export type Access = Partial<Record<Area, Level>> | 'public';

/**
 * Lets a request to a route with `config.access` through only with a key that has it, and tells the handler who
 * calls. A route under /v1 that forgets to say what it asks fails at start.
 */
export function authenticateRequests(app: App, db: Database): void {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', route => {
    if (route.url.startsWith('/v1/') && route.config?.access === undefined)
      throw new Error(`${route.url} says no config.access`);
  });
  // Not in onRequest: there the limit of requests counts first, those with a wrong key as well.
  app.addHook('preParsing', async request => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const caller = await findCaller(db, request.headers.authorization);
    for (const [area, level] of Object.entries(access)) demand(caller.permissions, area as Area, level);
    request.caller = caller;
  });
}

/** The newsletter whose key the request carries. */
export function newsletterOf(request: FastifyRequest): Newsletter {
  return callerOf(request).newsletter;
}

/** Who calls. Only for routes with `config.access`, where there always is one. */
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
