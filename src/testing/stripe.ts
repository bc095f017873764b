import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { actInPortal, type PortalAct, pay, refundAll } from '../payments/practice/acts.ts';
import { answer } from '../payments/practice/answer.ts';
import { endNow, pass } from '../payments/practice/pass.ts';
import { edit } from '../payments/practice/subscriptions.ts';
import { all, find, newWorld, tell, type World } from '../payments/practice/world.ts';

/** The failure of a request. With `cut`, the request is carried out, but the answer is lost. */
export type Mishap = 'none' | 'busy' | 'broken' | 'cut';

/** A request and its answer. */
export type Exchange = {
  method: string;
  path: string;
  query: string;
  form: string;
  status: number;
  body: unknown;
};

/** A fake Stripe over HTTP, with its own clock. */
export type FakeStripe = {
  /** For STRIPE_URL. */
  url: string;
  world: World;
  now(): Date;
  /** Lets time pass there, with everything that happens meanwhile. */
  wait(seconds: number): void;
  /** Returns the failure of the next request. Nothing fails by default. */
  mishap: () => Mishap;
  /** Called with every request that is answered. */
  heard: (exchange: Exchange) => void;
  pay(session_id: string): void;
  /** Acts like a reader in the portal, or makes something happen to their card. */
  act(customer: string, act: PortalAct): void;
  /** Refunds in the Dashboard everything that the customer has paid. */
  refund(customer: string): void;
  /** Changes a subscription in the Dashboard. */
  edit(subscription_id: string, changes: Partial<Stripe.Subscription>): void;
  /** Ends a subscription in the Dashboard, effective now. */
  end(subscription_id: string): void;
  subscriptions(): Stripe.Subscription[];
  events(): Stripe.Event[];
  /** Posts the event to its endpoint, signed. Returns the status of the answer. */
  post(url: string, secret: string, event: Stripe.Event): Promise<number>;
  close(): Promise<void>;
};

const accounts = { next: 0 };

/** Opens a fake Stripe whose clock begins at `start`, on a free port of loopback. */
export async function openStripe(start: Date): Promise<FakeStripe> {
  accounts.next += 1;
  const world = newWorld(`fake${accounts.next}`);
  let seconds = Math.floor(start.getTime() / 1000);
  const here = () => ({ world, now: seconds, base: fake.url });
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', chunk => body.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url!, fake.url);
      const method = request.method!;
      const mishap = fake.mishap();
      const send = (status: number, json: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      if (mishap === 'busy')
        return send(429, { error: { type: 'invalid_request_error', message: 'Too many requests.' } });
      if (mishap === 'broken')
        return send(500, { error: { type: 'api_error', message: 'An unknown error occurred.' } });
      const form = Buffer.concat(body).toString();
      const given = answer(here(), {
        method,
        path: url.pathname,
        query: url.searchParams,
        form: new URLSearchParams(form),
        idempotency_key: request.headers['idempotency-key'] as string | undefined,
      });
      const { pathname: path, searchParams } = url;
      fake.heard({ method, path, query: searchParams.toString(), form, ...given });
      if (mishap === 'cut') return response.destroy();
      send(given.status, given.body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    now: () => new Date(seconds * 1000),
    wait(more) {
      seconds += more;
      pass(world, seconds);
    },
    mishap: () => 'none',
    heard: () => {},
    pay: id => pay(world, id, seconds),
    act: (customer, act) => actInPortal(world, customer, act, seconds),
    refund: customer => refundAll(world, customer, seconds),
    edit: (id, changes) => edit(here(), id, changes),
    end(id) {
      const subscription = find(world, 'subscription', id);
      if (subscription && subscription.ended_at === null) endNow(world, subscription, seconds);
    },
    subscriptions: () => all(world, 'subscription'),
    events: () => world.events,
    async post(url, secret, event) {
      const body = JSON.stringify(event);
      const headers = { 'stripe-signature': signatureOf(body, secret, seconds) };
      return (await fetch(url, { method: 'POST', body, headers })).status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return fake;
}

/** Returns the header with which Stripe signs a notice. */
function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** Returns an event with a forged copy of the subscription. */
export function forgedEvent(world: World, subscription: Stripe.Subscription, now: number): Stripe.Event {
  tell(world, 'customer.subscription.updated', subscription, now);
  return world.events.at(-1)!;
}
