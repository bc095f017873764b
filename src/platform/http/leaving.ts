import type { FastifyInstance } from 'fastify';

/** Makes the last answer on each connection say that it is the last, once the process is leaving. */
export function sayGoodbye(app: FastifyInstance): void {
  app.decorate('is_leaving', false);
  app.addHook('onSend', async (_, reply) => {
    if (app.is_leaving) reply.header('connection', 'close');
  });
}

/**
 * Makes load balancers send requests to other processes: from now on `/readyz` answers 503, and each connection ends with its next answer.
 * Everything else works as before, until the server is closed.
 */
export function leave(app: FastifyInstance): void {
  app.is_leaving = true;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is about to stop, and load balancers should already use others. */
    is_leaving: boolean;
  }
}
