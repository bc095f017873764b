import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { watchStandings } from '../audience/grants/look.ts';
import { grantsOf } from '../audience/standing/queries.ts';
import { standing } from '../audience/standing/standing.ts';
import { isEntitled } from '../audience/standing/type.ts';
import { startCatchingUp } from '../delivery/sending/catch-up.ts';
import { startLane } from '../delivery/sending/lane.ts';
import { startSending } from '../delivery/sending/start.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { type Dice, openDice } from '../platform/dice.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import { newLease } from '../platform/leases.ts';
import { openTransport } from '../platform/mail/smtp/transport.ts';
import type { Rounds } from '../platform/rounds/rounds.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { type FakeStripe, openStripe } from '../testing/stripe.ts';
import { numbersAtStripe } from '../testing/stripe-numbers.ts';
import { until } from '../testing/until.ts';
import { type PaymentAccount, patience_hours } from './account.ts';
import { findAccount } from './account-queries.ts';
import { openCheckout } from './checkout.ts';
import { factsOf, grantWanted, isRunning, metadataNames } from './facts.ts';
import { takeNotices } from './notice.ts';
import { poll } from './poll.ts';
import { readObject } from './read.ts';
import { recount } from './recount.ts';
import { failureOf, type StripeContext, stripeOf } from './stripe.ts';
import { agrees, sweep } from './sweep.ts';

/**
 * The number of histories: one person each, with everything that may happen to a payment. HISTORIES=10000 plays more, five hundred at a
 * time; FROM=5000 skips the first 5000.
 */
const histories = Number(process.env.HISTORIES ?? 150);
const first = Number(process.env.FROM ?? 0);
const peopleAtOnce = 500;
/** When Stripe's time begins. It must not be before the time of the database, which decides when waiting mail is due. */
const begun = new Date(Math.floor(Date.now() / 1000) * 1000);
const rounds = 12;
const atOnce = 8;

/** Is thrown where a process dies: the statement that it has just sent may have been carried out, but nothing after that is. */
class Killed extends Error {}

let stripe: FakeStripe;
let service: TestService;
let price_id: string;
/** After how many more statements the process dies; null means never. */
let countdown: number | null = null;
let mortal: Database;
let lane: Rounds;
/**
 * Ends everything that the hook `before` starts. The hook `after` calls them, because a hook registered inside `before` would run at once.
 */
const ends: (() => Promise<unknown>)[] = [];
before(async () => {
  stripe = await openStripe(begun);
  service = await startTestService({
    clock: () => stripe.now(),
    env: { STRIPE_URL: stripe.url },
  });
  // Stripe's time runs months ahead of the database's time, so emails seem to have been idle for months, which this newsletter allows.
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { late_schedule_hours: 8760 });
  await service.api('PUT', '/v1/payments', { key: 'rk_test_secret' });
  price_id = (await service.api('POST', '/v1/prices', { amount: 500, cadence: 'month', currency: 'usd' }))
    .body.id;
  const connected = connectDatabase(service.database_url, { size: atOnce + 2, on_error: () => {} });
  const kill: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (countdown !== null && countdown-- <= 0) {
        countdown = null;
        throw new Killed();
      }
      return result;
    },
  };
  mortal = connected.withPlugin(kill);
  ends.push(() => connected.destroy());
  await startMailing();
});
after(async () => {
  for (const end of ends) await end();
  await service.stop();
  await stripe.close();
});

/** Lets mail go out as every worker does. The test itself does the work on Stripe, in processes that die. */
async function startMailing(): Promise<void> {
  await sql`create or replace function fence_open() returns boolean language sql stable as 'select true'`.execute(
    service.db,
  );
  const transport = openTransport(service.sink.url, { connections: 8, log: service.log });
  lane = startLane({ ...service, transport });
  const others = [watchStandings(service), startCatchingUp({ ...service, wake: lane.wake })];
  ends.push(() => Promise.all([transport.close(), lane.stop(), ...others.map(one => one.stop())]));
}

type Person = {
  id: string;
  key: number;
  email_address: string;
  /** Checkouts whose address the person has seen. */
  seen: string[];
  /** Whether they had a right for a subscription that still runs. */
  was_entitled: boolean;
};

const customerOf = (person: Person) =>
  stripe.subscriptions().find(one => one.metadata[metadataNames.subscriber] === person.id)?.customer as
    | string
    | undefined;
const subscriptionsOf = (person: Person) =>
  stripe.subscriptions().filter(one => one.metadata[metadataNames.subscriber] === person.id);

for (let done = first; done < histories; done += peopleAtOnce)
  test(`${Math.min(peopleAtOnce, histories - done)} people pay, stop and come back, while notices are lost, repeated and late, Stripe fails, and processes die: nothing is paid twice, nothing is taken away without a read, premium mail goes to those who pay and to nobody else, and in the end all agree (from ${done})`, () =>
    play(39 + done, Math.min(peopleAtOnce, histories - done)));

async function play(seed: number, count: number): Promise<void> {
  const dice = openDice(seed);
  await forgetFormer();
  const people = await subscribe(count);
  const issues: string[] = [];
  const account = (await findAccount(service.db, service.newsletter.key))!;
  const context: StripeContext = { ...service, db: mortal };
  const due = new Map<string, number>();
  let told = 0;
  for (let round = 0; round < rounds; round += 1) {
    stripe.mishap = () => (dice.chance(0.08) ? dice.pick(['busy', 'broken', 'cut'] as const) : 'none');
    await each(people, async person => {
      await survive(dice, () => act(dice, context, person));
    });
    for (const person of people) refusesNothingTwice(person);
    // Some of what happened is told, in any order and partly twice; the rest is lost.
    const news = dice.shuffle(stripe.events().slice(told)).filter(() => dice.chance(0.5));
    told = stripe.events().length;
    await each([...news, ...news.filter(() => dice.chance(0.3))], async event => {
      await survive(dice, () => takeNotices(context.db, account, [event], true));
    });
    if (dice.chance(0.3)) await survive(dice, () => poll(context, account, stripeOf(context, account)));
    await read(dice, context, due, dice.chance(0.5));
    stripe.mishap = () => 'none';
    countdown = null;
    if (dice.chance(0.4)) issues.push(await mail(people));
    await keepsRights(people, account);
    stripe.wait(dice.pick([60, 3600, 86_400, 5 * 86_400, 20 * 86_400]));
  }
  // In the end everything is known, as it is ten minutes after an outage: reads that Stripe refused are due again.
  stripe.wait(600);
  await poll(context, (await findAccount(service.db, service.newsletter.key))!, stripeOf(context, account));
  await read(undefined, context, due, true);
  await sweep(context, account);
  await read(undefined, context, due, true);
  const last = await sweep(context, account);
  assert.ok(agrees(last), JSON.stringify(last.drifts.slice(0, 3)));
  assert.deepEqual(
    last.drifts.filter(({ kind }) => kind === 'two_running'),
    [],
  );
  await areAsStripeSays(people, account);
  await hasRightNumbers();
  await haveTheirMail(people, issues);
}

/** Asserts that every figure equals its recount, and that income and payments are those at Stripe. */
async function hasRightNumbers(): Promise<void> {
  const account = (await findAccount(service.db, service.newsletter.key))!;
  assert.deepEqual(await recount(service.db, service.newsletter, account, stripe.now()), []);
  const { body } = await service.api('GET', '/v1/payments/numbers?start=2026-04-30');
  const { mrr, people, totals } = body.currencies[0];
  const { paid, refunded } = totals;
  assert.deepEqual({ mrr, people, paid, refunded }, numbersAtStripe(stripe, 'usd'));
}

/** Starts another world, so that the time grows no faster than the number of people. */
async function forgetFormer(): Promise<void> {
  const { world } = stripe;
  const isOffer = ({ object }: { object: string }) => object === 'product' || object === 'price';
  world.objects = Object.fromEntries(Object.entries(world.objects).filter(([, one]) => isOffer(one)));
  Object.assign(world, { events: [], answers: {}, refused: [] });
  stripe.wait((begun.getTime() - stripe.now().getTime()) / 1000);
  service.sink.accepted.length = 0;
  // Keeps new people from being owed emails that were sent to others before.
  await sql`update emails set email_type = 'public'`.execute(service.db);
  await sql`update payment_accounts set events_until = ${Math.floor(begun.getTime() / 1000)}`.execute(
    service.db,
  );
  for (const table of ['payment_objects', 'payment_sweeps', 'subscribers'])
    await sql`delete from ${sql.table(table)}`.execute(service.db);
}

/** Sends a premium email, and waits until everybody has been served. Asserts that only people who are entitled at that moment get it. */
async function mail(people: Person[]): Promise<string> {
  const grants = await grantsOf(
    service.db,
    people.map(({ key }) => key),
  );
  const now = stripe.now();
  const heard: string[] = [];
  service.sink.heard = ({ to }) => {
    heard.push(to);
  };
  const { body } = await service.api('POST', '/v1/emails', {
    subject: `Issue ${newId()}`,
    body: 'Only for those who pay.',
    email_type: 'premium',
  });
  await startSending({ ...service, wake: lane.wake }, body.id);
  await until('the issue is sent', async () => {
    const sent = await service.api('GET', `/v1/emails/${body.id}`);
    return sent.body.status === 'sent';
  });
  service.sink.heard = () => {};
  const entitled = people.filter(({ key }) => standing(grants.get(key) ?? [], now).entitled);
  const addresses = new Set(entitled.map(({ email_address }) => email_address));
  assert.deepEqual(
    heard.filter(to => !addresses.has(to)),
    [],
    'nobody without a right',
  );
  return body.id;
}

/**
 * Asserts that everybody who pays has the newest issue since their right began, that nobody has one twice, and that each copy is kept with
 * the grant that entitled its reader then.
 */
async function haveTheirMail(people: Person[], issues: string[]): Promise<void> {
  const caughtUp = sql<{ count: number }>`select count(*) from subscribers where catch_up_since is not null`;
  await until('nobody waits', async () => (await caughtUp.execute(service.db)).rows[0]!.count === 0);
  const { rows } = await sql<{
    email_id: string;
    publish_date: string;
    key: number;
    status: string | null;
    grant_key: number | null;
  }>`
    select emails.id as email_id, publish_date, one.key, deliveries.status, grant_key
    from emails cross join unnest(${people.map(({ key }) => key)}::bigint[]) as one (key)
    left join deliveries on email_key = emails.key and subscriber_key = one.key
    where emails.id = any(${issues}::uuid[])
    order by publish_date`.execute(service.db);
  const grants = await grantsOf(
    service.db,
    people.map(({ key }) => key),
  );
  const byPerson = Map.groupBy(rows, row => row.key);
  let owed = 0;
  for (const { key, email_address } of people) {
    const copies = byPerson.get(key) ?? [];
    const mine = grants.get(key) ?? [];
    for (const { status, grant_key } of copies)
      if (status === 'accepted')
        assert.ok(
          mine.some(grant => grant.key === grant_key),
          'the grant is kept',
        );
    const found = standing(mine, stripe.now());
    const begun = mine.find(grant => found.entitled && grant.key === found.grants[0])?.start_date;
    const newest = copies.findLast(({ publish_date }) => begun !== undefined && publish_date >= begun);
    if (!newest) continue;
    owed += 1;
    await until(`${email_address} has the newest issue`, async () => {
      const { rows } = await sql<{ status: string }>`
        select deliveries.status from deliveries join emails on emails.key = email_key
        where emails.id = ${newest.email_id} and subscriber_key = ${key}`.execute(service.db);
      return rows[0]?.status === 'accepted';
    });
  }
  assert.ok(issues.length === 0 || owed > 0, 'somebody was owed a copy');
  const copies = service.sink.accepted.map(({ to, source }) => `${to} ${/^Subject: .*$/m.exec(source)}`);
  assert.equal(new Set(copies).size, copies.length, 'nobody has one twice');
}

async function subscribe(count: number): Promise<Person[]> {
  const { rows } = await sql<{ id: string; key: number; email_address: string }>`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${service.newsletter.key}, address, address, 'regular', 'api'
    from (select 'payer' || n || '@example.org' as address from generate_series(1, ${count}) n) made
    returning id, key, email_address`.execute(service.db);
  return rows.map(row => ({ ...row, seen: [], was_entitled: false }));
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** Does the work in a process that may die, and that meets failures of Stripe. */
async function survive(dice: Dice | undefined, work: () => Promise<unknown>): Promise<void> {
  if (dice?.chance(0.2)) countdown ??= dice.below(12);
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof Killed ||
      failureOf(error) !== undefined ||
      (error as { code?: string }).code?.startsWith('payments_');
    if (!isExpected) throw error;
  }
}

/** Does something that a person does, or the owner in Stripe's Dashboard. */
async function act(dice: Dice, context: StripeContext, person: Person): Promise<void> {
  const customer = customerOf(person);
  const what = dice.below(10);
  if (what <= 3) {
    const wish = {
      newsletter: service.newsletter,
      subscriber: person,
      price_id,
      back: 'http://news.example/test/buy',
    };
    const open = async () => {
      const way = await openCheckout(context, wish);
      if (way.to === 'checkout') person.seen.push(way.url.split('/').at(-1)!);
    };
    // Sometimes twice at the same time, as after two clicks.
    const tries = await Promise.allSettled(dice.chance(0.3) ? [open(), open()] : [open()]);
    for (const session of dice.shuffle(person.seen)) if (dice.chance(0.7)) stripe.pay(session);
    for (const one of tries) if (one.status === 'rejected') throw one.reason;
  } else if (what === 4) for (const session of person.seen) stripe.pay(session);
  else if (customer) {
    const acts = ['cancel', 'keep', 'pause', 'resume', 'fail', 'mend'] as const;
    if (what === 9 && dice.chance(0.3)) for (const { id } of subscriptionsOf(person)) stripe.end(id);
    else stripe.act(customer, dice.pick(acts));
  }
}

/** Asserts that nobody has two running subscriptions, whatever was clicked and whatever died. */
function refusesNothingTwice(person: Person): void {
  const running = subscriptionsOf(person).filter(one => isRunning(one));
  assert.ok(running.length <= 1, `${person.email_address} pays ${running.length} times`);
}

/** Reads the objects that are due, in a process that may die; another takes over the objects that it had in hand. */
async function read(
  dice: Dice | undefined,
  context: StripeContext,
  due: Map<string, number>,
  isThorough: boolean,
): Promise<void> {
  const now = stripe.now().getTime();
  const dated = [...due].filter(([, date]) => date <= now).map(([id]) => id);
  await sql`update payment_objects set work_date = now() where id = any(${dated}::uuid[])`.execute(
    service.db,
  );
  for (let turn = 0; turn < (isThorough ? 20 : 1); turn += 1) {
    const lease = newLease();
    const { rows } = await sql<{ id: string }>`
      update payment_objects set work_lease = ${lease}::uuid, work_date = null where work_date <= now() returning id`.execute(
      service.db,
    );
    if (rows.length === 0) return;
    await each(rows, async ({ id }) => {
      await survive(dice, async () => {
        const outcome = await readObject(context, { id, work_lease: lease, work_tries: 0 });
        if (typeof outcome === 'number') due.set(id, now + outcome);
        else due.delete(id);
        await sql`update payment_objects set work_lease = null where id = ${id} and work_lease = ${lease}::uuid`.execute(
          service.db,
        );
      });
    });
    // The objects that a dead process had in hand are due again.
    await sql`update payment_objects set work_date = now(), work_lease = null where work_lease = ${lease}::uuid`.execute(
      service.db,
    );
  }
}

/** Asserts that everybody who was given a right for something that still runs at Stripe has it. */
async function keepsRights(people: Person[], account: PaymentAccount): Promise<void> {
  const now = stripe.now();
  const grants = await grantsOf(
    service.db,
    people.map(({ key }) => key),
  );
  for (const person of people) {
    const entitled = standing(grants.get(person.key) ?? [], now).entitled;
    const isOwed = subscriptionsOf(person).some(one => isEntitling(one, account, now));
    const reads = await wasEndRead(person, now);
    assert.ok(
      !person.was_entitled || entitled || !isOwed || reads,
      `${person.email_address} lost a right that runs`,
    );
    person.was_entitled = entitled && isOwed;
  }
}

/**
 * Whether a read has found that the person's subscriptions entitle to nothing, or nothing was read for three days. Then only another read
 * brings the right back.
 */
async function wasEndRead(person: Person, now: Date): Promise<boolean> {
  if (!person.was_entitled) return false;
  const { rows } = await sql<{ facts: { status: string; is_paused: boolean }; read_date: string }>`
    select facts, read_date from payment_objects
    where object_id = any(${subscriptionsOf(person).map(({ id }) => id)}::text[]) and facts is not null
    order by key desc limit 1`.execute(service.db);
  const [last] = rows;
  if (!last) return false;
  const isOver = !['active', 'trialing'].includes(last.facts.status) || last.facts.is_paused;
  return isOver || now.getTime() - Date.parse(last.read_date) > patience_hours * hour_ms;
}

function isEntitling(
  subscription: Parameters<typeof factsOf>[0],
  account: PaymentAccount,
  now: Date,
): boolean {
  const wanted = grantWanted(factsOf(subscription), account, now);
  return wanted !== null && wanted.state !== 'paused';
}

/** Asserts that everybody's standing is the one that a fresh look at Stripe gives, and that their row says the same. */
async function areAsStripeSays(people: Person[], account: PaymentAccount): Promise<void> {
  const now = stripe.now();
  const { rows } = await sql<{ id: string; standing: Parameters<typeof isEntitled>[0]['standing'] }>`
    select id, standing from subscribers where newsletter_key = ${service.newsletter.key}`.execute(
    service.db,
  );
  const stands = new Map(rows.map(row => [row.id, row.standing]));
  const grants = await grantsOf(
    service.db,
    people.map(({ key }) => key),
  );
  let entitled = 0;
  for (const person of people) {
    const isOwed = subscriptionsOf(person).some(one => isEntitling(one, account, now));
    assert.equal(standing(grants.get(person.key) ?? [], now).entitled, isOwed, person.email_address);
    assert.equal(isEntitled({ standing: stands.get(person.id)! }), isOwed, person.email_address);
    if (isOwed) entitled += 1;
  }
  assert.ok(
    entitled > people.length / 20,
    `only ${entitled} are entitled in the end: the histories show little`,
  );
  assert.ok(now.getTime() - begun.getTime() > day_ms);
}
