import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback, neverIdle } from './free-port.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** Answers a request, by default with 204. It may also never answer. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
};

/** Opens a small web server on loopback that keeps the requests and misbehaves when told to. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer(neverIdle, async (request, response) => {
    const body = await text(request).catch(() => '');
    const one = { path: request.url ?? '', headers: request.headers, body };
    receiver.received.push(one);
    receiver.answer(response, one);
  });
  const port = await listenOnLoopback(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: response => void response.writeHead(204).end(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}
