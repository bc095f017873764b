import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { inProgram } from '../platform/root.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { rowsRead } from '../testing/rows-read.ts';
import { ask, caughtUp, openPrimary, openStandby, type TestServer } from '../testing/servers.ts';
import { until } from '../testing/until.ts';
import { fillNewsletter, growing, makeThings, type Things } from '../testing/year-of-rows.ts';

// A replica has the statistics of its primary and can gather none of its own. Here they are the statistics of empty tables, as in an
// installation whose first large import has just ended. Whatever they say, a read for one newsletter reads that newsletter's rows and not
// the rows of all newsletters.
const own_size = { people: 100, emails: 5 };
const other_size = { people: 4000, emails: 10 };

const opened = new AsyncDisposableStack();
let primary: TestServer;
let standby: TestServer;
let service: TestService;
/** A connection that shows how many rows the replica has read. */
let replica: Database;
let own: Things & { email: string; person: string };

before(async () => {
  primary = opened.use(await openPrimary({ autovacuum: 'off' }));
  await using db = connectDatabase(primary.url, { size: 1, on_error: () => {} });
  await migrateToLatest(db);
  await sql`vacuum analyze`.execute(db);
  standby = opened.use(await openStandby(primary));
  service = await startTestService({
    at: { url: primary.url, username: 'own' },
    env: { DATABASE_READ_URL: standby.url, DATABASE_READ_LAG_SECONDS: '3600' },
  });
  opened.defer(() => service.stop());
  replica = connectDatabase(standby.url, { size: 1, wish: 'any', on_error: () => {} });
  opened.defer(() => replica.destroy());
  const [things, others] = [await makeThings(service), await makeThings(service, await service.foreignKey())];
  await fillNewsletter(service, others, other_size);
  own = { ...things, ...(await fillNewsletter(service, things, own_size)) };
  await caughtUp(primary, standby);
});
after(() => opened.disposeAsync());

/** The most rows of growing tables that each operation may read: those of the newsletter, or of the object in its path. */
const { people, emails } = own_size;
const [a_few, of_email, of_people, of_newsletter] = [60, 4 * people, 8 * people, 8 * people * emails];
const reads: Record<string, { path: () => string; rows: number }> = {
  'GET /v1/subscribers': { path: () => '/v1/subscribers', rows: of_people },
  'POST /v1/subscribers/search': { path: () => '/v1/subscribers/search', rows: of_people },
  'GET /v1/subscribers/{id_or_email}/timeline': {
    path: () => `/v1/subscribers/${own.person}/timeline`,
    rows: a_few * 2,
  },
  'GET /v1/tags/counts': { path: () => '/v1/tags/counts', rows: of_people },
  'GET /v1/suppressions': { path: () => '/v1/suppressions', rows: of_people },
  'GET /v1/growth': { path: () => '/v1/growth', rows: of_people },
  'GET /v1/emails/{id}/deliveries': { path: () => `/v1/emails/${own.email}/deliveries`, rows: of_email },
  'GET /v1/feedback': { path: () => '/v1/feedback', rows: of_people },
  'GET /v1/webhooks/{id}/attempts': { path: () => `/v1/webhooks/${own.webhook}/attempts`, rows: of_people },
  'GET /v1/events': { path: () => '/v1/events', rows: of_newsletter },
  'GET /v1/emails/{id}/analytics': { path: () => `/v1/emails/${own.email}/analytics`, rows: a_few },
  ...Object.fromEntries(
    ['links', 'timeline', 'clients', 'domains', 'refusals', 'unsubscriptions'].map(report => [
      `GET /v1/emails/{id}/analytics/${report}`,
      // Rows are read once for each recipient, and once for each person: a second pass for the count would read more.
      { path: () => `/v1/emails/${own.email}/analytics/${report}`, rows: 3 * people },
    ]),
  ),
  'GET /v1/tags/{id}/analytics': { path: () => `/v1/tags/${own.tag}/analytics`, rows: of_newsletter },
  'GET /v1/relay_figures': { path: () => '/v1/relay_figures', rows: a_few },
  'GET /v1/survey_responses': { path: () => '/v1/survey_responses', rows: of_people },
  'GET /v1/surveys/{id}/results': { path: () => `/v1/surveys/${own.survey}/results`, rows: of_people },
  'GET /v1/forms/{id}/report': { path: () => `/v1/forms/${own.form}/report`, rows: of_people },
  'GET /v1/automations/{id}/analytics': {
    path: () => `/v1/automations/${own.automation}/analytics`,
    rows: of_people,
  },
  'GET /v1/automations/{id}/runs': { path: () => `/v1/automations/${own.automation}/runs`, rows: of_people },
  'GET /v1/payments/numbers': { path: () => '/v1/payments/numbers', rows: a_few },
};

test('every operation that a replica may answer is listed here', () => {
  const page = readFileSync(inProgram('docs/running/replicas.md'), 'utf8');
  const listed = [...page.matchAll(/`((?:GET|POST) \/v1\/[^`]*)`/g)].map(([, name]) => name!);
  assert.deepEqual(Object.keys(reads).toSorted(), listed.toSorted());
});

for (const plans of ['force_custom_plan', 'force_generic_plan'])
  test(`with statistics of empty tables, a replica reads only the newsletter’s rows: ${plans}`, async () => {
    await beginPlans(plans);
    for (const [operation, { path, rows }] of Object.entries(reads)) {
      const read = await readBy(operation.split(' ')[0]!, path());
      const sum = read.reduce((total, count) => total + count, 0);
      const figures = read.flatMap((count, at) => (count > 0 ? `${count} of ${growing[at]}` : []));
      assert.ok(sum <= rows, `${operation} reads ${figures.join(', ')}`);
    }
  });

/** From now on, connections of the replica plan as `plans` says, and never read a whole table where an index helps. */
async function beginPlans(plans: string): Promise<void> {
  await ask(primary, `alter database postgres set plan_cache_mode = ${plans}`);
  await ask(primary, 'alter database postgres set enable_seqscan = off');
  await caughtUp(primary, standby);
  await ask(
    standby,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  await until('the replica is in use again', async () => {
    const { rows } = await sql<{ mode: string }>`
      select current_setting('plan_cache_mode') as mode`
      .execute(replica)
      .catch(() => ({ rows: [] }));
    return rows[0]?.mode === plans && (await onReplica(isReplica).catch(() => false));
  });
}

/** Counts the rows of each growing table that the replica reads for this request. */
async function readBy(method: string, path: string): Promise<number[]> {
  await onReplica(report);
  const since = await rowsRead(replica, 1, growing);
  const { status, text } = await service.api(method, path, method === 'POST' ? {} : undefined);
  assert.ok(status === 200 || path === '/v1/payments/numbers', `${path}: ${text}`);
  assert.ok(await onReplica(report), 'the replica serves');
  return (await rowsRead(replica, 1, growing)).map((count, at) => count - since[at]!);
}

function onReplica<T>(work: (snapshot: Database) => Promise<T>): Promise<T> {
  return service.replicas.read(service.newsletter.id, work);
}

/** Makes the connection report the rows that it has read, as it does when its transaction has ended. */
async function report(snapshot: Database): Promise<boolean> {
  await sql`select pg_stat_force_next_flush()`.execute(snapshot);
  return isReplica(snapshot);
}

async function isReplica(snapshot: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(snapshot);
  return rows[0]!.is;
}
