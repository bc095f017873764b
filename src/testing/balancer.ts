import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { neverIdle } from './free-port.ts';

export type Balancer = AsyncDisposable & {
  url: string;
  /** Returns the ports of the servers to which it sends requests. */
  listUp(): number[];
};

const between_ms = 100;
/** The number of failed checks after which a server gets no more requests. */
const fall = 2;

/**
 * Opens a typical load balancer. It checks `/readyz` of each server, keeps connections to them open, never repeats a request, and answers
 * 502 if a server does not answer.
 */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const failures = new Map(ports.map(port => [port, fall]));
  const listUp = () => ports.filter(port => failures.get(port)! < fall);
  let turn = 0;
  const server = http.createServer(neverIdle, (request, response) => {
    const up = listUp();
    turn += 1;
    const port = up[turn % up.length];
    if (port === undefined) return void response.writeHead(502).end('no server is up');
    const { method, url, headers } = request;
    const passing = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...headers, connection: 'keep-alive' },
      },
      answer => {
        const { connection: _, ...kept } = answer.headers;
        response.writeHead(answer.statusCode!, kept);
        answer.pipe(response);
      },
    );
    passing.on('error', error => response.writeHead(502).end(error.message));
    request.pipe(passing);
  });
  const checking = setInterval(() => ports.forEach(check), between_ms);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listUp,
    async [Symbol.asyncDispose]() {
      clearInterval(checking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function check(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async answer => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    failures.set(port, isReady ? 0 : failures.get(port)! + 1);
  }
}
