import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { holderOf, isWithin, parseNetworks } from '../networks.ts';
import { sentence } from '../sentences/sentence.ts';
import { toErrorBody } from './errors.ts';

/** How long clients may take, in milliseconds, and how many connections one address may hold. */
export type Patience = {
  /** The time for the header of a request, from the connection or the end of the previous request. */
  header_ms: number;
  /** The time for a whole request. */
  request_ms: number;
  /** The time for each `body_bytes` of a body; a slower body is cut off. */
  body_ms: number;
  body_bytes: number;
  /** The time between two requests on a connection. */
  idle_ms: number;
  connections: number;
  /** Networks whose connections are not counted, such as those of proxies. */
  uncounted: string[];
};

export const usualPatience: Patience = {
  header_ms: 20_000,
  request_ms: 600_000,
  body_ms: 10_000,
  body_bytes: 10_000,
  idle_ms: 72_000,
  connections: 250,
  uncounted: ['127.0.0.0/8', '::1'],
};

/** Returns the corresponding Fastify options. */
export function timeoutsOf({ header_ms, request_ms, idle_ms, body_ms }: Patience) {
  return {
    requestTimeout: request_ms,
    keepAliveTimeout: idle_ms,
    http: {
      requestTimeout: request_ms,
      headersTimeout: Math.min(header_ms, request_ms),
      connectionsCheckingInterval: Math.min(body_ms, header_ms),
    },
  };
}

/** Closes connections whose requests arrive too slowly (408), and those of an address that holds too many. */
export function losePatience(app: FastifyInstance, patience: Patience): void {
  boundConnections(app.server, patience);
  app.addHook('onRequest', async ({ raw }) => {
    if (!raw.complete) watchBody(raw, patience);
  });
}

function watchBody(body: IncomingMessage, { body_ms, body_bytes }: Patience): void {
  const { socket } = body;
  let read = socket.bytesRead;
  const look = () => {
    if (body.complete || socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead - read < body_bytes) {
      clearInterval(timer);
      refuseSlowness(socket);
    }
    read = socket.bytesRead;
  };
  // Data that has arrived while this process was busy is read first.
  const timer = setInterval(() => void setImmediate(look), body_ms);
  timer.unref();
  body.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer));
}

/** Answers that the request came too slowly, if the client still listens, and closes the connection. */
export function refuseSlowness(socket: Socket): void {
  refuse(socket, '408 Request Timeout', sentence('requests.too_slow'));
}

/** Answers with an error outside of any request, and closes the connection. */
export function refuse(socket: Socket, status: string, detail: string): void {
  const body = JSON.stringify(toErrorBody(new DomainError('request_invalid', detail)));
  const header = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ].join('\r\n');
  socket.end(`${header}\r\n\r\n${body}`, () => socket.destroy());
}

function boundConnections(server: Server, { connections, uncounted }: Patience): void {
  const networks = parseNetworks(uncounted);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isWithin(remoteAddress, networks)) return;
    const holder = holderOf(remoteAddress);
    const held = open.get(holder) ?? 0;
    if (held >= connections) return socket.destroy();
    open.set(holder, held + 1);
    socket.once('close', () => {
      const left = open.get(holder)! - 1;
      if (left > 0) open.set(holder, left);
      else open.delete(holder);
    });
  });
}
