import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The one port in this range that fetch and browsers refuse to visit. */
const unsafe = 10_080;

/**
 * Starts to listen on loopback, and returns the port. It lies below the range in which systems choose ports for outgoing connections and
 * for `listen(0)`. It belongs to this process until it ends, so that nothing takes it while the server is closed for a moment.
 */
export async function listenOnLoopback(server: Server): Promise<number> {
  for (let attempts = 0; attempts < 50; attempts++) {
    const port = randomInt(10_000, 32_768);
    if (port === unsafe || !(await isReserved(port))) continue;
    if (await listens(server.listen(port, '127.0.0.1'))) return port;
  }
  throw new Error('No free port was found.');
}

/** Reserves the port among test processes. Its UDP socket shows that it is taken, even while nobody listens by TCP. */
async function isReserved(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  if (await listens(socket.bind({ port, address: '127.0.0.1', exclusive: true }))) {
    socket.unref();
    return true;
  }
  socket.close();
  return false;
}

function listens(opened: EventEmitter): Promise<boolean> {
  return once(opened, 'listening').then(
    () => true,
    () => false,
  );
}

/**
 * Options for web servers: connections stay open while they are idle. Otherwise a server would close one after five seconds, perhaps just
 * when a busy machine sends the next request on it.
 */
export const neverIdle = { keepAliveTimeout: 0 };

/** Returns such a free port, for a server that another process starts later. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}
