// Runs as a separate process: the hosts of all blogs behind one port. It answers conditional requests, unless it is told to send whole
// feeds, and counts how many connections each host had open at the same time.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { documentOf, etagOf, postsOf } from './blogs.ts';

/**
 * Says whether every request is answered with the whole feed, perhaps with another date than before (`built`), and how many new posts one
 * blog in ten has.
 */
export type BlogTask = { is_whole: boolean; built?: string; news?: number };
/** A report on the time before the task. */
export type BlogReport = { most_connections: number };

const open = new Map<string, Set<Socket>>();
let task: BlogTask = { is_whole: false };
let most_connections = 0;

const server = createServer((request, response) => {
  count(request.headers.host!, request.socket);
  const blog = Number.parseInt(request.url!.slice(1), 10);
  const posts = postsOf(blog, task.news ?? 0);
  const headers = { etag: etagOf(blog, posts), 'content-type': 'application/rss+xml; charset=utf-8' };
  if (!task.is_whole && request.headers['if-none-match'] === headers.etag) {
    response.writeHead(304, headers).end();
  } else {
    response.writeHead(200, headers).end(documentOf(blog, posts, task.built));
  }
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', (next: BlogTask) => {
  process.send!({ most_connections } satisfies BlogReport);
  task = next;
  most_connections = 0;
});
process.on('disconnect', () => process.exit());

function count(host: string, socket: Socket): void {
  const sockets = open.get(host) ?? new Set();
  open.set(host, sockets);
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  most_connections = Math.max(most_connections, sockets.size);
}
