import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Clock, systemClock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { DomainError, found, notFound } from '../errors.ts';
import type { Markup } from '../http/markup.ts';
import { params } from '../http/query.ts';
import type { App } from '../http/server.ts';
import { inProgram } from '../root.ts';
import { sentence } from '../sentences/sentence.ts';
import { inboxDataRoutes } from './data-routes.ts';
import { admit, type Door, enter, type Level } from './door.ts';
import { listLines } from './list.ts';
import { type InboxMessage, parseMail, prepareHtml, readMessage } from './message.ts';
import { closedPage, listPage, messagePage, views } from './pages.ts';
import { findMessage, listMessages, type StoredMessage } from './store.ts';

const page_size = 50;

// Whatever a mail contains, its page runs no script and has an origin of its own. Links open as ordinary pages.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data: cid:; style-src 'unsafe-inline'; frame-ancestors 'self'";
const pagePolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const hide = true;
// An address has no spaces, so a space is a + of the query that was not encoded.
const to = z
  .union([z.string(), z.array(z.string())])
  .transform(given =>
    [given]
      .flat()
      .map(address => address.trim().replaceAll(' ', '+'))
      .filter(Boolean),
  )
  .transform(addresses => (addresses.length > 0 ? addresses : undefined))
  .optional();
const limit = z.coerce.number(sentence('input.from_1_to_1000')).int().min(1).max(1000).default(100);
const page = z.coerce.number().int().min(1).max(1000).catch(1);
const view = z.enum(views).optional().catch(undefined);

/**
 * Adds the pages of the inbox at /inbox, `GET /inbox/messages` for tests, and the data of the dashboard's inbox. The pages change nothing
 * and run no scripts, neither ours nor a mail's. The `door` decides whose mail each caller may read.
 */
export function inboxRoutes(
  app: App,
  { db, door, clock = systemClock }: { db: Database; door: Door; clock?: Clock },
): void {
  const style = readFileSync(inProgram('themes/inbox/inbox.css'), 'utf8');
  app.decorateRequest('inbox_owners');

  const onRequest = (request: FastifyRequest, reply: FastifyReply) => guard(request, reply, 'read');
  async function guard(request: FastifyRequest, reply: FastifyReply, level: Level) {
    reply.headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    const { token, ...others } = request.query as Record<string, unknown>;
    if (typeof token === 'string' && request.routeOptions.url === '/inbox' && admit(door, reply, token))
      return reply.redirect(addressWith(others), 303);
    try {
      request.inbox_owners = (await enter(door, request, reply, level)).owners;
    } catch (error) {
      if (!isForPerson(request, error)) throw error;
      return sendMarkup(reply.code(401), closedPage(token !== undefined));
    }
  }

  app.get(
    '/inbox',
    { onRequest, schema: { hide, querystring: z.object({ to, page }) } },
    async (request, reply) => {
      const { to, page } = request.query;
      const listed = await listLines(db, { to, owners: request.inbox_owners }, { page, page_size });
      const origin = `${request.protocol}://${request.host}`;
      return sendMarkup(reply, listPage({ ...listed, to, page, page_size, origin, now: clock() }));
    },
  );

  // Returns the newest messages, newest first: 100 of them unless `limit` (1 to 1,000) says otherwise.
  app.get(
    '/inbox/messages',
    { onRequest, schema: { hide, querystring: z.object({ to, limit }) } },
    async request => {
      const results: InboxMessage[] = [];
      const wanted = { to: request.query.to, owners: request.inbox_owners };
      for (const stored of await listMessages(db, wanted, request.query.limit)) {
        results.push(await readMessage(stored));
        await setImmediate(); // parsing mail takes time: let other requests run
      }
      return { results };
    },
  );

  app.get(
    '/inbox/messages/:id',
    { onRequest, schema: { hide, params, querystring: z.object({ view }) } },
    async (request, reply) => {
      const stored = await find(db, request);
      const mail = await parseMail(stored.source);
      return sendMarkup(reply, messagePage(stored, mail, request.query.view));
    },
  );

  app.get('/inbox/messages/:id/html', { onRequest, schema: { hide, params } }, async (request, reply) => {
    const mail = await parseMail((await find(db, request)).source);
    if (!mail.html) throw notFound('HTML part');
    reply.header('Content-Security-Policy', mailPolicy);
    // Chromium does not show a sandboxed document with Cross-Origin-Opener-Policy.
    reply.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    return reply.type('text/html; charset=utf-8').send(prepareHtml(mail));
  });

  app.get('/inbox/messages/:id/source', { onRequest, schema: { hide, params } }, async (request, reply) => {
    const { source } = await find(db, request);
    reply.headers({
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Opener-Policy': 'unsafe-none',
    });
    return reply.type(`text/plain; charset=${isUtf8(source) ? 'utf-8' : 'iso-8859-1'}`).send(source);
  });

  inboxDataRoutes(app, {
    db,
    toRead: onRequest,
    toDelete: (request, reply) => guard(request, reply, 'write'),
  });

  app.get('/inbox/inbox.css', { schema: { hide } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
}

async function find(
  db: Database,
  { params, inbox_owners }: FastifyRequest<{ Params: { id: string } }>,
): Promise<StoredMessage> {
  return found(await findMessage(db, params.id, { owners: inbox_owners }), 'message');
}

/** Whether the request comes from a browser without access. */
function isForPerson({ headers }: FastifyRequest, error: unknown): boolean {
  const isClosed = error instanceof DomainError && error.code === 'authentication_missing';
  return isClosed && headers.accept?.includes('text/html') === true;
}

/** Returns the address of the inbox with these parameters, but without the token. */
function addressWith(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => [value].flat().map(each => [name, String(each)])),
  );
  return query.size > 0 ? `/inbox?${query}` : '/inbox';
}

function sendMarkup(reply: FastifyReply, { html }: Markup) {
  return reply.header('Content-Security-Policy', pagePolicy).type('text/html; charset=utf-8').send(html);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owners whose mail the request may see in the inbox; undefined means everybody's. */
    inbox_owners: string[] | undefined;
  }
}
