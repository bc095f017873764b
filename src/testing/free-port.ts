import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port on loopback, for a server that another process starts later. It lies below the range from which systems
 * choose ports for outgoing connections and for `listen(0)`, so that nothing takes it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let attempts = 50; ; attempts--) {
    const port = randomInt(10_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (attempts === 0) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
