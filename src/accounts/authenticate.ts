import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, domainError, notFound } from '../platform/errors.ts';
import type { App } from '../platform/http/server.ts';
import type { Caller } from './caller.ts';
import { findCaller, isGoodKey } from './keys.ts';
import type { Newsletter } from './newsletter.ts';
import { type Area, demand, type Level, type Permissions } from './permissions.ts';

/**
 * The access that a route requires of its caller: a level for each area it touches. `{}` means any valid key or session, `person` a
 * session, `public` nothing at all.
 */
export type Access = Partial<Record<Area, Level>> | 'person' | 'public';

/** A person signed in with a browser. */
export type SignedIn = { person_key: number; installation: Level; session_id: string };

/** Looks up signed-in browsers. Passed in, because people belong to a higher room. */
export type Sessions = {
  /** The signed-in person; undefined without a cookie. Throws `authentication_invalid` and, for other sites, `forbidden`. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>;
  /** The person as a caller in this newsletter. Throws `forbidden`, `credential_missing`, `not_found`. */
  enter(signed_in: SignedIn, newsletter_id: string, access: Access): Promise<Caller>;
  /** Whether the session is still open. */
  isOpen(signed_in: SignedIn): Promise<boolean>;
};

const header = 'postrider-newsletter';
/** How often a long response checks that its caller still has access. */
const recheckMilliseconds = 5_000;
/** A request whose body takes longer than this is performed with the rights that its caller has at the end of the body. */
const promptMilliseconds = 1_000;

/**
 * Admits a request to a route with `config.access` only from a key or a person with that access, and tells the handler who the caller is. A
 * session is accepted for the newsletter that the header Postrider-Newsletter names, which no form and no other site can send. Without the
 * header it is accepted only if `config.without_newsletter` permits it. A route under /v1 that does not declare its access fails at
 * startup. A long response, such as a download, is cut off once its caller has lost the access, and a request whose body takes long is
 * performed only with the access that its caller still has.
 */
export function authenticateRequests(app: App, db: Database, sessions: Sessions, clock: Clock): void {
  app.decorateRequest('admitted', null);
  app.decorateRequest('key_of', null);
  app.decorateRequest('caller', {
    getter() {
      if (!this.admitted) throw new Error(`${this.url} has no caller`);
      return this.admitted;
    },
  });
  app.decorateRequest('newsletter', {
    getter() {
      return this.caller.newsletter;
    },
  });
  app.decorateRequest('signed_in', null);
  app.decorateRequest('admitted_at', 0);
  app.addHook('onRoute', route => {
    if (route.url.startsWith('/v1/') && route.config?.access === undefined)
      throw new Error(`${route.url} lacks config.access`);
  });
  // Runs after onRequest, where the rate limiter also counts requests with invalid keys.
  app.addHook('preParsing', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const { authorization } = request.headers;
    request.signed_in = authorization ? null : ((await sessions.find(request, reply)) ?? null);
    await admit(request, access);
    request.admitted_at = clock().getTime();
  });
  app.addHook('preHandler', async request => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    if (clock().getTime() - request.admitted_at < promptMilliseconds) return;
    if (request.signed_in && !(await sessions.isOpen(request.signed_in)))
      throw domainError('authentication_invalid', 'people.session_ended_meanwhile');
    await admit(request, access);
  });
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.admitted && payload instanceof Readable)
      done(null, Readable.from(whileAllowed(payload, () => isStillAllowed(request), clock)));
    else done(null, payload);
  });

  /** Finds the caller, and throws unless they have this access now. */
  async function admit(request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<void> {
    const { authorization, [header]: newsletter_id } = request.headers;
    if (!request.signed_in) {
      if (!authorization) refuseMisplacedKey(request);
      request.admitted = await findCaller(db, authorization);
      request.key_of = request.admitted.newsletter.username;
    } else if (typeof newsletter_id === 'string')
      request.admitted = await sessions.enter(request.signed_in, newsletter_id, access);
    else if (request.routeOptions.config.without_newsletter) return;
    else throw domainError('authentication_missing', 'people.newsletter_not_named');
    const { type, permissions } = request.caller;
    if (access === 'person') {
      if (type === 'person') return;
      throw domainError('forbidden', 'people.person_needed');
    }
    demandAccess(permissions, access);
  }

  async function isStillAllowed({ newsletter, signed_in, headers, routeOptions }: FastifyRequest) {
    const { access = 'public' } = routeOptions.config;
    if (!signed_in) return isGoodKey(db, headers.authorization ?? '');
    if (!(await sessions.isOpen(signed_in))) return false;
    try {
      const { permissions } = await sessions.enter(signed_in, newsletter.id, access);
      if (typeof access === 'object') demandAccess(permissions, access);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}

function demandAccess(permissions: Permissions, access: Partial<Record<Area, Level>>): void {
  for (const [area, level] of Object.entries(access)) demand(permissions, area as Area, level);
}

const misplaced = ['api_key', 'apikey', 'api-key', 'key', 'token', 'access_token', 'auth_token'];

/** Throws `authentication_missing` with a remedy if a request has its key in another place than the `Authorization` header. */
function refuseMisplacedKey({ query, headers }: FastifyRequest): void {
  const names = Object.keys((query ?? {}) as object).map(name => name.toLowerCase());
  if (names.some(name => misplaced.includes(name)))
    throw domainError('authentication_missing', 'people.key_in_address');
  const header = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'token'].find(name => name in headers);
  if (header !== undefined) throw domainError('authentication_missing', 'people.key_in_header', { header });
}

/** Passes the content on while its reader may have it. Checks before a piece, if the last check was some seconds ago. */
async function* whileAllowed(content: Readable, isAllowed: () => Promise<boolean>, clock: Clock) {
  let asked_at = clock().getTime();
  for await (const piece of content) {
    const now = clock().getTime();
    if (now - asked_at >= recheckMilliseconds) {
      if (!(await isAllowed())) throw domainError('forbidden', 'people.access_lost');
      asked_at = now;
    }
    yield piece;
  }
}

/** Returns the newsletter of the request, if it has this id. Throws `not_found` for any other. */
export function ownNewsletter(request: FastifyRequest, id: string): Newsletter {
  const { newsletter } = request;
  if (newsletter.id !== id) throw notFound('newsletter');
  return newsletter;
}

/** Returns the signed-in person. Only for routes with the access `person`. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signed_in) throw new Error(`${request.url} is not for a person alone`);
  return request.signed_in;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, if the route has `config.access`; null for a person who names no newsletter, as `without_newsletter` permits. */
    admitted: Caller | null;
    /** The caller, for handlers of routes that always have one. */
    caller: Caller;
    /** The newsletter of the caller: that of its key, or the one that a person has named. */
    newsletter: Newsletter;
    signed_in: SignedIn | null;
    /** When the caller was found, in milliseconds since 1970. */
    admitted_at: number;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** A session does not need the header Postrider-Newsletter here. */
    without_newsletter?: boolean;
  }
}
