import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Starts to listen on loopback, and returns the port. It lies below the range from which systems choose ports for
 * outgoing connections and for `listen(0)`, so that nothing takes it while the server is closed for a moment.
 */
export async function listenOnLoopback(server: Server): Promise<number> {
  for (let attempts = 50; ; attempts--) {
    const port = randomInt(10_000, 32_768);
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return port;
    } catch (error) {
      if (attempts === 0) throw error;
    }
  }
}

/**
 * For web servers: connections stay open while they are idle. Otherwise a server would close one after five seconds, perhaps
 * just when a busy machine has come to send the next request on it.
 */
export const neverIdle = { keepAliveTimeout: 0 };

/** A free port like these, for a server that another process starts later. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}
