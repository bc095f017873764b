import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much of a refused body is still read, and for how long. */
const most_bytes = 64 * 1024 * 1024;
const most_ms = 20_000;

/**
 * Lets clients that write their whole body before reading receive the 413 response: closing a connection with unread
 * bytes resets it, and a reset discards a response in transit (RFC 9112 §9.6).
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await drain(request.raw);
  });
}

/** Reads the body to its end, or up to the limits. */
async function drain(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return;
  await new Promise<void>(resolve => {
    let read = 0;
    const timer = setTimeout(done, most_ms);
    function done() {
      clearTimeout(timer);
      body.off('data', count).off('end', done).off('close', done);
      resolve();
    }
    function count(chunk: Buffer) {
      read += chunk.length;
      if (read > most_bytes) done();
    }
    body.on('data', count).on('end', done).on('close', done).resume();
  });
}
