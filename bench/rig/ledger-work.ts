import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { listReceived } from '../../src/audience/readers/queries.ts';
import { listSubscribers, subscriberListParameters } from '../../src/audience/subscribers/list.ts';
import { analyticsOf } from '../../src/delivery/ledger/analytics.ts';
import { analyzeLedger, dropAudience, freezeNextRange } from '../../src/delivery/ledger/audience.ts';
import { sendingBacklog } from '../../src/delivery/ledger/backlog.ts';
import { finishChunk, leaseChunk } from '../../src/delivery/ledger/chunks.ts';
import type { Outcome } from '../../src/delivery/ledger/delivery.ts';
import { listDomainFigures, listMoments } from '../../src/delivery/ledger/hit-figures.ts';
import { lockDelivery, noteBounce } from '../../src/delivery/ledger/late-evidence.ts';
import { listDeliveries } from '../../src/delivery/ledger/list.ts';
import { changeReactions, lockReactions, noteUnsubscription } from '../../src/delivery/ledger/reactions.ts';
import { deliveryFilters } from '../../src/delivery/ledger/recipient.ts';
import { listPlanned, take } from '../../src/delivery/ledger/take.ts';
import { writeHits } from '../../src/delivery/tracking/write-hits.ts';
import { emailFilters, listEmails } from '../../src/emails/list.ts';
import { eventFilters, listEvents } from '../../src/journal/history/list.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { issues, readers } from './grown-ledger.ts';
import { openOf } from './hits.ts';

/** The cost of a piece of work: elapsed time, and CPU time of the PostgreSQL process that did it (Linux). */
export type Spent = { milliseconds: number; cpu: number };

/** The one PostgreSQL process that works for the ledger whose turn it is. */
let at_work = 0;

/** Does each work on all ledgers in turn, this many rounds, for one newsletter after the other or for this one. Returns what each took. */
export async function workInTurns<Name extends string>(
  sides: Record<Name, Database>,
  rounds: number,
  newsletter_key?: number,
): Promise<Map<string, Record<Name, Spent[]>>> {
  const names = Object.keys(sides) as Name[];
  const spent = new Map<string, Record<Name, Spent[]>>();
  for (let round = -2; round < rounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      await work(sides[name], Math.abs(round), newsletter_key, (what, once) => {
        if (round < 0) return; // a warm-up
        const none = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<Name, Spent[]>;
        const found = spent.get(what) ?? none;
        spent.set(what, found);
        found[name].push(once);
      });
    }
  }
  return spent;
}

type Note = (what: string, once: Spent) => void;

async function timed<T>(note: Note, what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const cpu_before = cpuOf(at_work);
  const result = await work();
  note(what, { milliseconds: performance.now() - since, cpu: cpuOf(at_work) - cpu_before });
  return result;
}

/** Returns the milliseconds of CPU time that the process has used (Linux). Unlike elapsed time, they do not depend on other load. */
function cpuOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Takes every measurement once, for one of the newsletters. */
async function work(db: Database, round: number, chosen: number | undefined, note: Note): Promise<void> {
  at_work = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
  const { rows: newsletters } = await sql<{ key: number }>`select key from newsletters order by key`.execute(
    db,
  );
  const newsletter_key = chosen ?? newsletters[(1 + round * 37) % newsletters.length]!.key;
  await sendOne(db, newsletter_key, note);
  await readSome(db, newsletter_key, round, note);
  await hearBack(db, newsletter_key, round, note);
}

async function sendOne(db: Database, newsletter_key: number, note: Note): Promise<void> {
  const email = await db
    .insertInto('emails')
    .values({
      id: sql`gen_random_uuid()`,
      newsletter_key,
      subject: 'New',
      slug: sql`gen_random_uuid()::text`,
      source: 'api',
      email_type: 'public',
      status: 'in_flight',
      audience_bound: sql`(select max(key) from subscribers where newsletter_key = ${newsletter_key})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const frozen = await timed(note, `freeze ${readers}`, () =>
    db.transaction().execute(trx => freezeNextRange(trx, email, readers)),
  );
  if (frozen.planned !== readers) throw new Error(`${frozen.planned} planned`);
  await timed(note, 'tell the planner', () => analyzeLedger(db));
  for (;;) {
    const chunk = await timed(note, 'lease', () => leaseChunk(db, 30));
    if (!chunk) break;
    if (chunk.email_key !== email.key) throw new Error('another email is in flight');
    const turns = await timed(note, 'list who is planned', () => listPlanned(db, chunk));
    let outcomes: Outcome[] = [];
    for (;;) {
      const wanted = turns.splice(0, 25);
      const taken = await timed(note, 'take 25 and write 25 outcomes', () =>
        take(db, chunk, wanted, outcomes),
      );
      if (!taken) throw new Error('the lease is lost');
      if (taken.length === 0) break;
      outcomes = taken.map(({ subscriber_key }) => ({
        subscriber_key,
        status: 'accepted',
        reply: '250 2.0.0 Ok: queued',
      }));
    }
    await timed(note, 'finish a chunk', () => finishChunk(db, chunk, null));
  }
  await timed(note, 'what waits (metrics)', () => sendingBacklog(db));
  await db.transaction().execute(trx => dropAudience(trx, email.key));
  await db.deleteFrom('emails').where('key', '=', email.key).execute();
}

async function readSome(db: Database, newsletter_key: number, round: number, note: Note): Promise<void> {
  const emails = await db
    .selectFrom('emails')
    .select(['key', 'id'])
    .where('newsletter_key', '=', newsletter_key)
    .orderBy('key', 'desc')
    .execute();
  const email = emails[round % Math.min(10, emails.length)]!;
  const subscriber = await subscriberOf(db, newsletter_key, round);
  const page = { page: 1, page_size: 100 };
  const deliveries = (filters: object) =>
    listDeliveries(db, newsletter_key, email.key, { ...deliveryFilters.parse(filters), retry_hours: 72 });
  const events = (filters: object) => listEvents(db, newsletter_key, eventFilters.parse(filters));
  const subscribers = (filters: object) =>
    refusedAtMost(() => listSubscribers(db, newsletter_key, subscriberListParameters.parse(filters)));
  await timed(note, `analytics of up to ${issues} emails`, () =>
    analyticsOf(
      db,
      emails.map(({ key }) => key),
    ),
  );
  await timed(note, 'deliveries, first page', () => deliveries({}));
  await timed(note, 'deliveries, page 50', () => deliveries({ page: '50' }));
  await timed(note, 'deliveries that bounced', () => deliveries({ status: 'bounced' }));
  await timed(note, 'the delivery of one person', () => deliveries({ subscriber: subscriber.id }));
  await timed(note, 'newest events', () => events({}));
  await timed(note, 'events of an email', () => events({ email_id: email.id }));
  await timed(note, 'a person’s timeline', () => events({ subscriber_id: subscriber.id }));
  await timed(note, 'what a person received', () => listReceived(db, subscriber.key, newsletter_key));
  await timed(note, 'emails by opens', () =>
    listEmails(db, newsletter_key, emailFilters.parse({ ordering: '-opens' })),
  );
  await timed(note, 'subscribers, first page', () => subscribers({}));
  await timed(note, 'subscribers, page 50', () => subscribers({ page: '50' }));
  await timed(note, 'subscribers of a domain', () => subscribers({ domain: 'd7.example' }));
  await timed(note, 'subscribers by a part of the address', () => subscribers({ email: 'r77' }));
  await timed(note, 'subscribers by open rate', () => subscribers({ ordering: '-open_rate' }));
  await timed(note, 'opens by hour', () =>
    listMoments(db, email.key, { by: 'hour', timezone: 'UTC', raw: false }, page),
  );
  await timed(note, 'recipients by domain', () => listDomainFigures(db, email.key, page));
}

/** Records opens, clicks and reports about the newest emails. Rolls them back afterwards. */
async function hearBack(db: Database, newsletter_key: number, round: number, note: Note): Promise<void> {
  const { rows } = await sql<{ email_key: number; email_id: string }>`
    select key as email_key, id as email_id from emails where newsletter_key = ${newsletter_key} order by key desc limit 1`.execute(
    db,
  );
  const { email_key, email_id } = rows[0]!;
  const subscriber = await subscriberOf(db, newsletter_key, round);
  const pairs: { email_key: number; subscriber_key: number }[] = [];
  for (let n = 1; n <= 50; n += 1)
    pairs.push({ email_key, subscriber_key: (await subscriberOf(db, newsletter_key, round + n * 131)).key });
  const trx = await db.startTransaction().execute();
  await timed(note, '50 opens', async () => {
    const found = await lockReactions(trx, pairs);
    const now = new Date().toISOString();
    await changeReactions(
      trx,
      found.map(was => ({ ...was, was, open_date: now, click_date: was.click_date })),
    );
  });
  await timed(note, '50 hits with verdicts', () =>
    writeHits(
      trx,
      pairs.map(pair => openOf(pair.email_key, pair.subscriber_key)),
    ),
  );
  await timed(note, 'a bounce', async () => {
    const delivery = await lockDelivery(trx, { email_key, subscriber_key: subscriber.key });
    await noteBounce(trx, delivery!, 'soft', 'mailbox full');
  });
  await timed(note, 'an unsubscription', () => noteUnsubscription(trx, email_id, subscriber.id));
  await trx.rollback().execute();
}

/** Runs a list, which may be refused because it takes longer than two seconds. */
async function refusedAtMost(list: () => Promise<unknown>): Promise<void> {
  try {
    await list();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'filter_too_slow') throw error;
  }
}

async function subscriberOf(db: Database, newsletter_key: number, n: number) {
  const number = ((n * 7919) % readers) + 1;
  return db
    .selectFrom('subscribers')
    .select(['key', 'id'])
    .where('newsletter_key', '=', newsletter_key)
    .where('normal_address', '=', `r${number}@d${number % 50}.example`)
    .executeTakeFirstOrThrow();
}
