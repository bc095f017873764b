import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { findWrongDecisions } from '../delivery/sending/verify-tests.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Ask, type Audience, ask } from './crash-request.ts';
import { areThrough, countSteps, findFaultsOfRound, startSequences, stepsEach } from './crash-sequences.ts';
import { type Account, accountFor, type Copies } from './promise.ts';
import { until } from './until.ts';

/** A way of mailing an audience while processes are killed, and of accounting for it afterwards. */
export type Mailing = {
  /** Sends the request with the same idempotency keys until there are responses. Resolves with the email's id. */
  send(audience: Audience, subject: string): Promise<string>;
  /** Returns how much of `workOf` is done. It is only a hint while PostgreSQL is away. */
  progress(subject: string): Promise<number>;
  workOf(audience: Audience): number;
  /** Waits until everybody has been served and nobody holds a chunk; with `retries`, also until no temporary failure is left. */
  settle(id: string, options?: { retries?: boolean; seconds?: number }): Promise<void>;
  /** Throws if the analytics do not match the ledger's rows. */
  account(audience: Audience, id: string, subject: string): Promise<Account>;
};

type Place = { db: Database; url: string; copiesOf: (subject: string) => Copies };

/**
 * Returns the ways of mailing everybody: as an issue, as one whose rest waits for the decision of a test, as one in waves, and by
 * sequences.
 */
export function openMailings({
  db,
  url,
  copiesOf,
}: Place): Record<'issues' | 'test' | 'waves' | 'sequences', Mailing> {
  const get: Ask = async (audience, path, request) => {
    const { ok, text } = await ask(url + path, audience, request);
    if (!ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };

  const settleWhen = async (isOver: () => Promise<boolean>, seconds = 180) => {
    const asked = () =>
      isOver().catch(error => {
        if (!isAway(error)) throw error;
        return false;
      });
    await until('the end of the sending', asked, seconds);
  };

  const account: Mailing['account'] = (audience, id, subject) =>
    until('an account that stays the same', async () => {
      const account = await accountFor(db, id, copiesOf(subject));
      const told = await get(audience, `/v1/emails/${id}/analytics`);
      // A worker that was slow but not dead may just have recorded its outcomes.
      if (!isDeepStrictEqual(account, await accountFor(db, id, copiesOf(subject)))) return undefined;
      compare(account, told, subject);
      return account;
    });

  /** Sends an issue with these fields. Each time somebody asks for its progress, `come` makes the next part due. */
  const issueWith = (fields: object, come: () => Promise<unknown> = async () => {}): Mailing => ({
    async send(audience, subject) {
      const body = { subject, body: 'Hello {{ subscriber.metadata.first_name }}', ...fields };
      return (await get(audience, '/v1/emails', { method: 'POST', body, once: subject })).id;
    },
    async progress(subject) {
      await come().catch(() => {});
      return copiesOf(subject).size;
    },
    workOf: ({ count }) => count,
    settle: (id, { retries = false, seconds } = {}) =>
      settleWhen(async () => {
        await come();
        return isSettled(db, id, retries);
      }, seconds),
    account,
  });

  const issues = issueWith({});

  // The variants have the same subject, because copies are counted by subject.
  const tested = issueWith(
    { ab_test: { variants: [{ from_name: 'Another' }], share: 50, if_undecided: 'split' } },
    () => comeToDecisions(db),
  );
  const test: Mailing = {
    ...tested,
    async send(audience, subject) {
      const [newsletter] = (await get(audience, '/v1/newsletters')).results;
      const body = { track_clicks: true };
      await get(audience, `/v1/newsletters/${newsletter.id}`, { method: 'PATCH', body });
      return tested.send(audience, subject);
    },
    async account(audience, id, subject) {
      const mailed = await account(audience, id, subject);
      const wrong = await findWrongDecisions(db);
      const undecided = 1 - (await countDecided(db, id));
      return { ...mailed, discrepancies: mailed.discrepancies + wrong.length + undecided };
    },
  };

  const inWaves = issueWith({ reader_time: { at: '09:00' } }, () => comeToNextWaves(db));
  const waves: Mailing = {
    ...inWaves,
    async send(audience, subject) {
      await until('time zones', () =>
        spreadOverZones(db)
          .then(() => true)
          .catch(() => false),
      );
      return inWaves.send(audience, subject);
    },
  };

  const sequences: Mailing = {
    send: (audience, subject) => startSequences(get, audience, subject),
    progress: async subject => {
      const steps = await countSteps(db, subject).catch(() => 0);
      return steps + copiesOf(subject).size;
    },
    workOf: ({ count }) => (stepsEach + 1) * count,
    settle: (id, { seconds } = {}) => settleWhen(() => areThrough(db, id), seconds),
    async account(audience, id, subject) {
      const mailed = await account(audience, id, subject);
      const faults = await findFaultsOfRound(db, subject, audience);
      for (const fault of faults) console.log(`${subject}: ${fault}`);
      return { ...mailed, discrepancies: mailed.discrepancies + faults.length };
    },
  };
  return { issues, test, waves, sequences };
}

/** Makes every decision due now. */
async function comeToDecisions(db: Database): Promise<void> {
  await sql`
    update ab_tests set decide_date = now(), work_date = now()
    where decision is null and decide_date > now()`.execute(db);
}

/** Makes the next wave of each email due now, once the waves before it have been served. */
async function comeToNextWaves(db: Database): Promise<void> {
  await sql`
    update delivery_chunks chunk set next_attempt_date = now()
    where part > 0 and lease is null and served_date is null and next_attempt_date > now() + interval '1 hour'
      and not exists (
        select from delivery_chunks earlier
        where earlier.email_key = chunk.email_key and earlier.part < chunk.part and earlier.planned > 0
      )`.execute(db);
}

const zones = ['Asia/Tokyo', 'Europe/Madrid', 'America/New_York', 'Pacific/Auckland'];

async function spreadOverZones(db: Database): Promise<void> {
  await sql`
    update subscribers
    set metadata = metadata || jsonb_build_object('timezone', (${zones}::text[])[1 + key % ${zones.length}::int])
    where metadata -> 'timezone' is null`.execute(db);
}

async function countDecided(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ab_tests where id = ${id} and decision is not null`.execute(db);
  return rows[0]!.count;
}

/** Throws unless the sums in the API are those of the ledger's rows. */
function compare(account: Account, told: Record<string, number>, subject: string): void {
  const wanted = {
    recipients: account.recipients - account.skipped,
    deliveries: account.accepted,
    temporary_failures: account.temporary,
    permanent_failures: account.permanent,
  };
  for (const [name, value] of Object.entries(wanted))
    if (told[name] !== value)
      throw new Error(`${subject}: ${name} are told as ${told[name]} and are ${value}`);
  const served = wanted.deliveries + wanted.temporary_failures + wanted.permanent_failures;
  if (wanted.recipients - served !== account.planned + account.uncertain)
    throw new Error(`${subject}: the sums differ`);
}

/** Returns true if nothing is left to serve. With `retries`, temporary failures are retried now. */
async function isSettled(db: Database, id: string, retries: boolean): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    with hurried as (
      update delivery_chunks set next_attempt_date = now(), retry_date = least(retry_date, now())
      from emails
      where ${retries} and emails.id = ${id} and email_key = emails.key
        and first_pass_done and lease is null and next_attempt_date > now()
    )
    select status = 'sent'
      and not exists (select from delivery_chunks where email_key = emails.key and lease is not null)
      and not exists (
        select from delivery_chunks where email_key = emails.key and (planned > 0 or ${retries} and temporary > 0)
      ) as settled
    from emails where id = ${id}`.execute(db);
  return rows[0]!.settled;
}

/** Returns true if PostgreSQL is down, full or just coming back (class 08, 53 and 57), and false if the statement is wrong. */
function isAway({ code, message }: Error & { code?: string }): boolean {
  return code === undefined || /^(08|53|57|E)/.test(code) || /recovery mode/.test(message);
}
