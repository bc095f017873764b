import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback, neverIdle } from './free-port.ts';

export type Subscription = { callback: string; topic: string; secret: string; lease_seconds: number };

/** The responses of the hub's callbacks. */
type Told = { status: number; body: string };

export type Hub = {
  url: string;
  /** The callbacks that have confirmed their subscription. */
  subscriptions: Map<string, Subscription>;
  /** Every subscription request, as received. */
  requests: URLSearchParams[];
  /** Its treatment of the next requests; initially `grant`. */
  manner: 'grant' | 'deny' | 'fail' | 'redirect';
  /** The length of its leases, in seconds. */
  lease_seconds: number;
  /** Verifies a callback, as after a subscription request. */
  verify(callback: string, fields: Record<string, string>): Promise<Told>;
  /** Notifies all subscribers of a topic; `sign` may sign wrongly. */
  publish(topic: string, body: string, sign?: (secret: string, body: string) => string): Promise<number[]>;
  close(): Promise<void>;
};

/**
 * Opens a WebSub hub on loopback (W3C WebSub §5 to §7). It reaches its subscribers at `reach(callback)` instead of using DNS, so that a
 * service under test can have an address that is not really its own.
 */
export async function openHub({ reach = (callback: string) => callback } = {}): Promise<Hub> {
  const server = createServer(neverIdle, async (request, response) => {
    const form = new URLSearchParams(await text(request));
    hub.requests.push(form);
    if (hub.manner === 'fail') return response.writeHead(500).end();
    if (hub.manner === 'redirect' && request.url === '/')
      return response.writeHead(307, { location: '/moved' }).end();
    response.writeHead(202).end();
    await settle(form).catch(() => {}); // the subscriber is down
  });
  const port = await listenOnLoopback(server);
  const hub: Hub = {
    url: `http://127.0.0.1:${port}/`,
    subscriptions: new Map(),
    requests: [],
    manner: 'grant',
    lease_seconds: 864_000,
    async verify(callback, fields) {
      const url = new URL(reach(callback));
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      const answer = await fetch(url);
      return { status: answer.status, body: await answer.text() };
    },
    publish(topic, body, sign = signature) {
      const those = [...hub.subscriptions.values()].filter(one => one.topic === topic);
      return Promise.all(
        those.map(async ({ callback, secret }) => {
          const answer = await fetch(reach(callback), {
            method: 'POST',
            headers: { 'content-type': 'application/rss+xml', 'x-hub-signature': sign(secret, body) },
            body,
          });
          if (answer.status === 410) hub.subscriptions.delete(callback);
          return answer.status;
        }),
      );
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hub;

  async function settle(form: URLSearchParams): Promise<void> {
    const callback = form.get('hub.callback') ?? '';
    const topic = form.get('hub.topic') ?? '';
    if (hub.manner === 'deny') {
      await hub.verify(callback, { 'hub.mode': 'denied', 'hub.topic': topic, 'hub.reason': 'not for you' });
      return;
    }
    const challenge = randomBytes(12).toString('hex');
    const { lease_seconds } = hub;
    const { status, body } = await hub.verify(callback, {
      'hub.mode': 'subscribe',
      'hub.topic': topic,
      'hub.challenge': challenge,
      'hub.lease_seconds': String(lease_seconds),
    });
    if (status !== 200 || body !== challenge) return;
    hub.subscriptions.set(callback, { callback, topic, secret: form.get('hub.secret') ?? '', lease_seconds });
  }
}

/** Returns the signature that a hub sends. */
export function signature(secret: string, body: string, method = 'sha256'): string {
  return `${method}=${createHmac(method, secret).update(body).digest('hex')}`;
}
