import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { App } from '../platform/http/server.ts';
import type { Replicas } from '../platform/replicas/replicas.ts';

const reading = ['GET', 'HEAD'];

/**
 * Answers the operations with `may_lag` from a replica that has everything the caller has changed. Their `db` is then a read-only
 * transaction. Every other operation counts as a change, except for reads that do not follow the caller's work.
 */
export function readFromReplicas(app: App, replicas: Replicas): void {
  app.addHook('onRoute', route => {
    const { may_lag, access } = route.config ?? {};
    if (!may_lag) return;
    // Public pages must not show what was taken back, and people without a newsletter have no mark.
    if (typeof access !== 'object') throw new Error(`${route.url} may not be read from a replica`);
    const handler = route.handler as RouteHandlerMethod;
    route.handler = function (this: unknown, request: FastifyRequest, reply: FastifyReply) {
      const { db } = request;
      const handle = async () => handler.call(this as never, request, reply);
      // A request with an Idempotency-Key has a transaction already.
      if (db.isTransaction) return handle();
      return replicas.read(request.caller.by, async reads => {
        request.db = reads;
        try {
          return await handle();
        } finally {
          request.db = db;
        }
      });
    };
  });
  // At this point everything is committed, and the caller has not been told.
  app.addHook('onSend', async ({ admitted, method, routeOptions: { config } }) => {
    if (!admitted || config.may_lag) return;
    if (!reading.includes(method) || config.follows_work) await replicas.noteChange(admitted.by);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation shows the progress of work that the caller requested. From then on, the caller's reads include what was done. */
    follows_work?: true;
  }
}
