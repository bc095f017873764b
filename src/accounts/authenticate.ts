import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import type { App } from '../platform/http/server.ts';
import type { Caller } from './caller.ts';
import { findCaller } from './keys.ts';
import type { Newsletter } from './newsletter.ts';
import { type Area, demand, type Level } from './permissions.ts';

/**
 * What a route requires of its caller: a level for each area it touches. `{}` means any valid key or session, `person` a
 * session, `public` nothing at all.
 */
export type Access = Partial<Record<Area, Level>> | 'person' | 'public';

/** A person signed in with a browser. */
export type SignedIn = { person_key: number; installation: Level; session_id: string };

/** Looks up signed-in browsers. Passed in, because people are a higher room. */
export type Sessions = {
  /** The signed-in person; undefined without a cookie. Throws `authentication_invalid` and, for other sites, `forbidden`. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>;
  /** The person as a caller in this newsletter. Throws `forbidden`, `credential_missing`, `not_found`. */
  enter(signed_in: SignedIn, newsletter_id: string, access: Access): Promise<Caller>;
};

const header = 'postrider-newsletter';

/**
 * Admits a request to a route with `config.access` only from a key or a person with that access, and tells the handler who
 * the caller is. A session is accepted for the newsletter that the header Postrider-Newsletter names, which no form and no
 * other site can send; without the header only if `config.without_newsletter` permits it. A route under /v1 that does not
 * declare its access fails at startup.
 */
export function authenticateRequests(app: App, db: Database, sessions: Sessions): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('signed_in', null);
  app.addHook('onRoute', route => {
    if (route.url.startsWith('/v1/') && route.config?.access === undefined)
      throw new Error(`${route.url} lacks config.access`);
  });
  // Runs after onRequest, where the rate limiter also counts requests with invalid keys.
  app.addHook('preParsing', async (request, reply) => {
    const { access, without_newsletter = false } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const { authorization, [header]: newsletter_id } = request.headers;
    request.signed_in = authorization ? null : ((await sessions.find(request, reply)) ?? null);
    if (!request.signed_in) request.caller = await findCaller(db, authorization);
    else if (typeof newsletter_id === 'string')
      request.caller = await sessions.enter(request.signed_in, newsletter_id, access);
    else if (without_newsletter) return;
    else
      throw new DomainError(
        'authentication_missing',
        'The request does not name a newsletter. Send its id in the header Postrider-Newsletter (GET /v1/newsletters lists yours), or use an API key.',
      );
    const { type, permissions } = callerOf(request);
    if (access === 'person') {
      if (type === 'person') return;
      throw new DomainError(
        'forbidden',
        'This endpoint is for a signed-in person and does not accept API keys. Sign in with a browser.',
      );
    }
    for (const [area, level] of Object.entries(access)) demand(permissions, area as Area, level);
  });
}

/** The newsletter of the request: that of its key, or the one that a person has named. */
export function newsletterOf(request: FastifyRequest): Newsletter {
  return callerOf(request).newsletter;
}

/** The newsletter of the request, if it has this id. Throws `not_found` for any other. */
export function ownNewsletter(request: FastifyRequest, id: string): Newsletter {
  const newsletter = newsletterOf(request);
  if (newsletter.id !== id) throw notFound('newsletter');
  return newsletter;
}

/** The caller. Only for routes with `config.access`, which always have one unless `without_newsletter` is set. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} has no caller`);
  return request.caller;
}

/** The signed-in person. Only for routes with the access `person`. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signed_in) throw new Error(`${request.url} is not for a person alone`);
  return request.signed_in;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    signed_in: SignedIn | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** A session does not need the header Postrider-Newsletter here. */
    without_newsletter?: boolean;
  }
}
