import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Newsletter, newsletterCreate } from '../accounts/newsletter.ts';
import { createNewsletter } from '../accounts/newsletters.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../platform/embedded/embedded.ts';
import { sightPostmaster } from '../platform/embedded/postmaster.ts';
import { addSubscribers } from './audience.ts';
import { type Mailing, openMailings } from './crash-mailings.ts';
import { type Audience, ask } from './crash-request.ts';
import { freePort } from './free-port.ts';
import { type KeptProcess, keepProcess } from './kept-process.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { type Copies, takeCopies } from './promise.ts';
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts';

export type CrashStage = Mailing & {
  /** One API and some workers. With `one_program` they are the same process, with its own database. */
  api: KeptProcess;
  /** The address of the API. */
  url: string;
  workers: KeptProcess[];
  sink: SmtpSink;
  addAudience(count: number): Promise<Audience>;
  /** Mails by two sequences. Errors in their tables count as discrepancies. */
  sequences: Mailing;
  /** Mails with a test, which is decided as soon as the people who take part have their copies. */
  test: Mailing;
  /** Mails in waves in four time zones. Each wave is due as soon as the one before has its copies. */
  waves: Mailing;
  /** Requests an action on the email, such as `pause`, until there is a response. Returns whether it was done. */
  act(audience: Audience, id: string, action: string, body?: object): Promise<boolean>;
  /** Returns the addresses whose delivery of the email is uncertain. */
  uncertain(id: string): Promise<string[]>;
  /** Starts another worker process with these additional settings. The caller must end it. */
  startWorker(env: Record<string, string>): Promise<RunningProcess>;
  /** Returns the number of readers for whom the sink has a copy. */
  countAtSink(subject: string): number;
  /** Sends a signal to the first process of PostgreSQL: SIGKILL, or SIGQUIT as `pg_ctl stop -m immediate` does. */
  strikePostgres(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Closes the sink for a while and reopens it at the same port. */
  sinkAway(milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  one_program?: boolean;
  workers?: number;
  window?: number;
  /** The address of an empty database on servers of the caller, which `strikePostgres` does not reach. */
  database_url?: string;
  /** The folder of the database; by default its own folder, which is removed at the end. */
  data_dir?: string;
  /** PostgreSQL's settings. With `one_program` they are those that users get. */
  settings?: Record<string, string>;
  /** Additional settings of Postrider. */
  env?: Record<string, string>;
};

/** Opens a PostgreSQL, Postrider processes and an SMTP server that records what it accepts. All of them can be killed. */
export async function openCrashStage({
  one_program = false,
  workers: worker_count = 2,
  window = 50,
  ...options
}: Options = {}): Promise<CrashStage> {
  await using opening = new AsyncDisposableStack(); // if something fails, everything opened before is closed
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

  const mailings = openMailings({ db, url, copiesOf });

  const opened = opening.move();
  return {
    ...mailings.issues,
    sequences: mailings.sequences,
    test: mailings.test,
    waves: mailings.waves,
    api,
    url,
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
    async act(audience, id, action, body = {}) {
      return (await ask(`${url}/v1/emails/${id}/${action}`, audience, { method: 'POST', body })).ok;
    },
    uncertain: id => uncertainOf(db, id),
    startWorker: more => startProcess(['serve'], { ...env, ROLE: 'worker', ...more }, /worker is running/),
    countAtSink: subject => copiesOf(subject).size,
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

/** Returns the addresses whose outcome in this email nobody knows. */
async function uncertainOf(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ email_address: string }>`
    select email_address from deliveries
    join emails on emails.key = email_key join subscribers on subscribers.key = subscriber_key
    where emails.id = ${id} and deliveries.status = 'uncertain'`.execute(db);
  return rows.map(({ email_address }) => email_address);
}

async function openPostgres(
  opening: AsyncDisposableStack,
  options: Pick<Options, 'database_url' | 'data_dir' | 'settings'>,
  one_program: boolean,
): Promise<{ data_dir: string; url: string; db: Database }> {
  const data_dir = options.data_dir ?? (await mkdtemp(join(tmpdir(), 'postrider-crash-')));
  if (!options.data_dir) opening.defer(() => rm(data_dir, { recursive: true, force: true }));
  const url = options.database_url ?? (await openEmbedded());
  const db = connectDatabase(url, { size: 3, on_error: () => {} });
  opening.defer(() => db.destroy());
  await migrateToLatest(db);
  return { data_dir, url, db };

  async function openEmbedded(): Promise<string> {
    const place = { data_dir, claim: !one_program, log: () => {} };
    const server = await openEmbeddedDatabase(
      options.settings ? { ...place, settings: options.settings } : place,
    );
    opening.defer(() => server.close());
    return server.url;
  }
}
