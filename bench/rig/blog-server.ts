// Runs as a separate process: the hosts of all blogs behind one port. It answers conditional requests and counts how many
// connections each host had open at the same time.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { documentOf, etagOf, hasNews, postsBefore } from './blogs.ts';

export type BlogReport = { unchanged: number; changed: number; most_connections: number };

const open = new Map<string, Set<Socket>>();
let report: BlogReport = { unchanged: 0, changed: 0, most_connections: 0 };

const server = createServer((request, response) => {
  count(request.headers.host!, request.socket);
  const blog = Number.parseInt(request.url!.slice(1), 10);
  const posts = postsBefore + Number(hasNews(blog));
  const headers = { etag: etagOf(blog, posts), 'content-type': 'application/rss+xml; charset=utf-8' };
  if (request.headers['if-none-match'] === headers.etag) {
    report.unchanged += 1;
    response.writeHead(304, headers).end();
  } else {
    report.changed += 1;
    response.writeHead(200, headers).end(documentOf(blog, posts));
  }
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  process.send!(report);
  report = { unchanged: 0, changed: 0, most_connections: 0 };
});
process.on('disconnect', () => process.exit());

function count(host: string, socket: Socket): void {
  const sockets = open.get(host) ?? new Set();
  open.set(host, sockets);
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  report.most_connections = Math.max(report.most_connections, sockets.size);
}
