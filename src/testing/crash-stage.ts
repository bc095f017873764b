import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Newsletter, newsletterCreate } from '../accounts/newsletter.ts';
import { createNewsletter } from '../accounts/newsletters.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../platform/embedded/embedded.ts';
import { sightPostmaster } from '../platform/embedded/postmaster.ts';
import { addSubscribers } from './audience.ts';
import { freePort } from './free-port.ts';
import { type KeptProcess, keepProcess } from './kept-process.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { type Account, accountFor, type Copies, takeCopies } from './promise.ts';
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { until } from './until.ts';

/** A newsletter whose whole audience is r1@example.org, r2@… */
export type Audience = { api_key: string; count: number };

export type CrashStage = {
  /** One API and some workers; with `one_program` they are the same process, with its own database. */
  api: KeptProcess;
  workers: KeptProcess[];
  sink: SmtpSink;
  addAudience(count: number): Promise<Audience>;
  /** Requests the email with the same idempotency key until there is a response. Resolves with the id. */
  send(audience: Audience, subject: string): Promise<string>;
  /** Requests an action on the email, such as `pause`, until there is a response. Returns whether it was done. */
  act(audience: Audience, id: string, action: string, body?: object): Promise<boolean>;
  /** The addresses whose delivery of the email is uncertain. */
  uncertain(id: string): Promise<string[]>;
  /** Another worker process with these additional settings, for the caller to end. */
  startWorker(env: Record<string, string>): Promise<RunningProcess>;
  /** The number of readers for whom the sink has a copy. */
  countAtSink(subject: string): number;
  /** Waits until everybody has been served and nobody holds a chunk; with `retries`, also until no temporary failure is left. */
  settle(id: string, options?: { retries?: boolean; seconds?: number }): Promise<void>;
  /** Throws if the analytics do not match the ledger's rows. */
  account(audience: Audience, id: string, subject: string): Promise<Account>;
  /** Sent to the first process of PostgreSQL: SIGKILL, or SIGQUIT as `pg_ctl stop -m immediate` does. */
  strikePostgres(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Closes the sink for a while and reopens it at the same port. */
  sinkAway(milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  one_program?: boolean;
  workers?: number;
  window?: number;
  /** Where the database is; by default in its own folder, which is removed at the end. */
  data_dir?: string;
  /** PostgreSQL's settings. With `one_program` they are those that users get. */
  settings?: Record<string, string>;
  /** Additional settings of Postrider. */
  env?: Record<string, string>;
};

/** A PostgreSQL, Postrider processes and an SMTP server that records what it accepts. All of them can be killed. */
export async function openCrashStage({
  one_program = false,
  workers: worker_count = 2,
  window = 50,
  ...options
}: Options = {}): Promise<CrashStage> {
  await using opening = new AsyncDisposableStack(); // if something fails, what was already opened is closed
  const { data_dir, url: database, db } = await openPostgres(opening, options, one_program);
  const sink = await openSmtpSink();
  opening.defer(() => sink.close());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...(one_program ? { DATA_DIR: data_dir, DATABASE_URL: '' } : { DATABASE_URL: database }),
    SMTP_URL: sink.url,
    PORT: String(port),
    LEASE_SECONDS: '2',
    UNCERTAIN_WINDOW: String(window),
    RATE_LIMIT: '1000000',
    ...options.env,
  };
  const keep = (ROLE: string, ready: RegExp) => {
    const kept = keepProcess(() => startProcess(['serve'], { ...env, ROLE }, ready), sink.strike);
    opening.defer(() => kept.stop());
    return kept;
  };
  const api = keep(one_program ? 'all' : 'api', /Postrider is ready/);
  const workers = one_program
    ? [api]
    : Array.from({ length: worker_count }, () => keep('worker', /worker is running/));
  await Promise.all([api, ...workers].map(kept => kept.ready()));

  const record = new Map<string, Copies>();
  let audiences = 0;

  function copiesOf(subject: string): Copies {
    takeCopies(sink.accepted, record);
    return record.get(subject) ?? new Map();
  }

  // biome-ignore lint/suspicious/noExplicitAny: any API response
  async function get(audience: Audience, path: string, body?: object): Promise<any> {
    const { ok, text } = await ask(url + path, audience, body);
    if (!ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  }

  const opened = opening.move();
  return {
    api,
    workers,
    sink,
    async addAudience(count) {
      audiences += 1;
      const input = newsletterCreate.parse({ username: `audience-${audiences}`, name: 'Crash' });
      const newsletter = await createNewsletter(db, 'http://news.example', input);
      await addSubscribers(db, newsletter as Newsletter, count);
      await sql`analyze subscribers`.execute(db);
      return { api_key: newsletter.api_key, count };
    },
    async send(audience, subject) {
      const body = 'Hello {{ subscriber.metadata.first_name }}';
      return (await get(audience, '/v1/emails', { subject, body })).id;
    },
    async act(audience, id, action, body = {}) {
      return (await ask(`${url}/v1/emails/${id}/${action}`, audience, body)).ok;
    },
    uncertain: id => uncertainOf(db, id),
    startWorker: more => startProcess(['serve'], { ...env, ROLE: 'worker', ...more }, /worker is running/),
    countAtSink: subject => copiesOf(subject).size,
    async settle(id, { retries = false, seconds = 180 } = {}) {
      const asked = () =>
        isSettled(db, id, retries).catch(error => {
          if (!isAway(error)) throw error;
          return false;
        });
      await until('the end of the sending', asked, seconds);
    },
    account: (audience, id, subject) =>
      until('an account that stays the same', async () => {
        const account = await accountFor(db, id, copiesOf(subject));
        const told = await get(audience, `/v1/emails/${id}/analytics`);
        // A worker that was slow, and not dead, may just have recorded what it knows.
        if (!isDeepStrictEqual(account, await accountFor(db, id, copiesOf(subject)))) return undefined;
        compare(account, told, subject);
        return account;
      }),
    async strikePostgres(signal) {
      const sighting = await sightPostmaster(join(data_dir, 'postgres'));
      if (sighting.is === 'serving') process.kill(sighting.postmaster.pid, signal);
    },
    async sinkAway(milliseconds) {
      await sink.close();
      await sleep(milliseconds);
      await sink.open();
    },
    close: () => opened.disposeAsync(),
  };
}

/** Throws unless the sums that the API told are those of the ledger's rows. */
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

/** With `retries`, temporary failures are retried now. */
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

/** Whether PostgreSQL is down, full or just coming back (class 08, 53 and 57), rather than the statement being wrong. */
function isAway({ code, message }: Error & { code?: string }): boolean {
  return code === undefined || /^(08|53|57|E)/.test(code) || /recovery mode/.test(message);
}

/** The response to a request, which is repeated while the service is down or temporarily unable to respond. */
async function ask(
  url: string,
  { api_key }: Audience,
  body?: object,
): Promise<{ ok: boolean; text: string }> {
  return until(`an answer to ${url}`, async () => {
    const headers = {
      authorization: `Token ${api_key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(body && 'subject' in body && { 'idempotency-key': JSON.stringify(body) }),
    };
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined || response.status === 409 || response.status >= 500) return;
    return { ok: response.ok, text };
  });
}

/** The addresses whose fate in this email nobody knows. */
async function uncertainOf(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ email_address: string }>`
    select email_address from deliveries
    join emails on emails.key = email_key join subscribers on subscribers.key = subscriber_key
    where emails.id = ${id} and deliveries.status = 'uncertain'`.execute(db);
  return rows.map(({ email_address }) => email_address);
}

async function openPostgres(
  opening: AsyncDisposableStack,
  options: Pick<Options, 'data_dir' | 'settings'>,
  one_program: boolean,
): Promise<{ data_dir: string; url: string; db: Database }> {
  const data_dir = options.data_dir ?? (await mkdtemp(join(tmpdir(), 'postrider-crash-')));
  if (!options.data_dir) opening.defer(() => rm(data_dir, { recursive: true, force: true }));
  const place = { data_dir, claim: !one_program, log: () => {} };
  const server = await openEmbeddedDatabase(
    options.settings ? { ...place, settings: options.settings } : place,
  );
  opening.defer(() => server.close());
  const db = connectDatabase(server.url, { size: 3, on_error: () => {} });
  opening.defer(() => db.destroy());
  await migrateToLatest(db);
  return { data_dir, url: server.url, db };
}
