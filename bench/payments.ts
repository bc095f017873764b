// Measures how long the comparison of COUNT subscriptions (10,000) with Stripe's list takes, and how fast NOTICES notices (3,000) are taken
// in, with a fake Stripe on loopback.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { Pool } from 'undici';
import { factsOf } from '../src/payments/facts.ts';
import { newSubscription } from '../src/payments/practice/objects.ts';
import { keep } from '../src/payments/practice/world.ts';
import { newId } from '../src/platform/ids.ts';
import { openStripe } from '../src/testing/stripe.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter } from './rig/seed.ts';
import { printTable } from './rig/table.ts';

const count = Number(process.env.COUNT ?? 10_000);
const notices = Number(process.env.NOTICES ?? 3000);
const atOnce = 8;
const api_key = 'k'.repeat(32);
const base_url = 'https://news.example.org';

const stripe = await openStripe(new Date());
const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
await seedNewsletter(db, api_key);
const port = await findPort();
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  // A worker would read the objects of the notices meanwhile.
  ROLE: 'api',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: String(port),
  BASE_URL: base_url,
  STRIPE_URL: stripe.url,
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: atOnce });
await call('PUT', '/v1/payments', { key: 'rk_test_bench' });
const { id: price_id } = await call('POST', '/v1/prices', { amount: 500, cadence: 'month', currency: 'usd' });
const account = await db.selectFrom('payment_accounts').select(['key', 'id']).executeTakeFirstOrThrow();

await seedSubscriptions();
const listed = await seconds(listAll);
const swept = await seconds(() => call('POST', '/v1/payments/sweep'));
const { last_sweep } = await call('GET', '/v1/payments');
if (last_sweep.agreed !== count) throw new Error(`only ${last_sweep.agreed} of ${count} agree`);
const subscriptions = stripe.subscriptions();
const secret = endpointSecret();
const taken = await seconds(() => atATime(notices, postNotice));
const inserted = await seconds(() => atATime(notices, insertRow));

printTable(`Comparing ${count} subscriptions with Stripe's list`, [
  { what: 'the comparison', seconds: swept, 'items/s': count / swept, 'time ratio': swept / listed },
  { what: 'reading the same list only', seconds: listed, 'items/s': count / listed, 'time ratio': 1 },
]);
printTable(`Taking in ${notices} notices`, [
  { what: 'signed notices', seconds: taken, 'items/s': notices / taken, 'time ratio': taken / inserted },
  {
    what: 'bare inserts, each committed',
    seconds: inserted,
    'items/s': notices / inserted,
    'time ratio': 1,
  },
]);

await pool.close();
await endProcess(service);
await stripe.close();
await close();
await remove();

/** Sends a request with the owner's key. */
// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

async function atATime(total: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < total) await work(next++);
    }),
  );
}

/** Seeds subscriptions at Stripe, and the same here, as if each had been read. */
async function seedSubscriptions(): Promise<void> {
  const { world } = stripe;
  const price = world.objects[price_id] as Stripe.Price;
  const now = Math.floor(stripe.now().getTime() / 1000);
  const rows = Array.from({ length: count }, (_, number) => {
    const wanted = { customer: `cus_${number}`, price, metadata: {}, trial_days: 0 };
    const made = keep(world, newSubscription(world, wanted, now), null, now);
    const facts = JSON.stringify(factsOf(made));
    return { id: newId(), object_id: made.id, customer_id: wanted.customer, facts };
  });
  await sql`
    insert into payment_objects (id, account_key, object_id, kind, customer_id, facts, read_date, work_date)
    select id, ${account.key}, object_id, 'subscription', customer_id, facts::jsonb, now(), null
    from jsonb_to_recordset(${JSON.stringify(rows)}) as one (id uuid, object_id text, customer_id text, facts text)`.execute(
    db,
  );
}

async function listAll(): Promise<void> {
  const { hostname, port: at } = new URL(stripe.url);
  const client = new Stripe('sk_test_bench', {
    host: hostname,
    port: at,
    protocol: 'http',
    telemetry: false,
  });
  let found = 0;
  for await (const _ of client.subscriptions.list({ status: 'all', limit: 100 })) found += 1;
  if (found !== count) throw new Error(`${found} of ${count} were listed`);
}

/** Returns the secret of the endpoint that connecting has created. */
function endpointSecret(): string {
  const all = Object.values(stripe.world.objects);
  const endpoint = all.find(({ object }) => object === 'webhook_endpoint') as Stripe.WebhookEndpoint;
  return endpoint.secret!;
}

/** Posts a notice about one of the subscriptions, signed as Stripe does. */
async function postNotice(number: number): Promise<void> {
  const object = subscriptions[number % count];
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_bench_${number}`,
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    created,
    data: { object },
  });
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  const { statusCode, body: answer } = await pool.request({
    path: `/payments/stripe/${account.id}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`a notice was answered with ${statusCode}`);
}

async function insertRow(number: number): Promise<void> {
  await sql`
    insert into payment_notices (account_key, event_id, event_type, object_id, is_pushed)
    values (${account.key}, ${`evt_bare_${number}`}, 'customer.subscription.updated', 'sub_1', true)`.execute(
    db,
  );
}
