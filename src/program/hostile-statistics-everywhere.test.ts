import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { furnish } from '../testing/furnish.ts';
import { copyRows } from '../testing/many-copies.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { recordStatements, rowsReadBy, type Statement } from '../testing/statements.ts';

// The same as hostile-statistics.test.ts, for all statements at once: those of a service that does one of everything, of all its
// background work, and of every list with every filter. They run again after many others have done the same. Whatever the statistics say, a
// statement reads about as many rows of the growing tables as with fresh statistics. It may read the rows of its own newsletter, which are
// few here, but not those of the others.
const copies = 500;
/** A statement may read twice as many rows as with fresh statistics, and this many more. */
const spare = 400;

/** The tables that grow with people and with time. */
const large = new Set([
  ...[
    'subscribers',
    'consents',
    'grants',
    'notes',
    'referrals',
    'reader_links',
    'private_feeds',
    'digest_items',
  ],
  ...['events', 'webhook_deliveries', 'webhook_attempts', 'letters', 'idempotency_keys', 'sign_in_links'],
  ...['deliveries_1', 'hits', 'feedback', 'suppressions', 'capped_recipients', 'counted_recipients'],
  ...['comments', 'comment_mutes', 'replies', 'reply_answers', 'survey_responses', 'form_refusals'],
  ...['feed_items', 'automation_items', 'feed_fetches', 'import_lines', 'import_updates', 'staged_people'],
  ...['sequence_runs', 'sequence_steps', 'sequence_entries', 'sequence_emails', 'sequence_refusals'],
  ...['sequence_requests', 'bulk_action_items', 'bulk_action_former', 'subscriber_versions'],
  ...['subscriptions', 'payers', 'checkouts', 'gift_purchases', 'payment_events', 'domain_report_sources'],
]);

/** A search reads all rows that a trigram index finds. If newsletters share addresses, these are the people of all of them. */
const is_search = /searched_text/;
/** An export reads all rows of a newsletter, once. */
const is_export = /\) line\s*$/;

let service: TestService;
let recording: ReturnType<typeof recordStatements>;
before(async () => {
  recording = recordStatements();
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  await sql`
    do $$ declare name text; begin
      for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = false)', name);
      end loop;
    end $$`.execute(service.db);
});
after(() => service.stop());

type Schema = { type?: string; format?: string; enum?: unknown[]; anyOf?: Schema[]; items?: Schema };
type Parameter = { in: string; name: string; schema: Schema };

/** Requests everything that can be read, with each filter. */
async function readEverything(ids: Record<string, string>): Promise<void> {
  const valuesOf = ({ type, format, enum: words, anyOf, items }: Schema): string[] => {
    if (anyOf) return anyOf.flatMap(valuesOf);
    if (items) return valuesOf(items);
    if (words) return words.map(String);
    if (format === 'uuid') return [ids.subscribers!];
    if (format?.startsWith('date')) return ['2026-11-01T00:00:00Z'];
    return [type === 'boolean' ? 'true' : type === 'string' ? 'example' : '1'];
  };
  const { paths } = (await service.api('GET', '/v1/openapi.json')).body;
  for (const [path, { get }] of Object.entries<{ get?: { parameters?: Parameter[] } }>(paths)) {
    if (!get) continue;
    const named = path.replace(
      /(\w+)\/\{[^}]+\}/g,
      (_, word: string) => `${word}/${ids[word] ?? ids.subscribers}`,
    );
    const parameters = (get.parameters ?? []).filter(parameter => parameter.in === 'query');
    // A page is much smaller than the tables, as in real use.
    const page = parameters.some(({ name }) => name === 'page_size') ? 'page_size=2' : '';
    await service.api('GET', `${named}?${page}`);
    for (const { name, schema } of parameters.filter(parameter => !parameter.name.startsWith('page')))
      for (const value of valuesOf(schema)) {
        await service.api('GET', `${named}?${page}&${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      }
  }
}

/** Counts the rows of the large tables that each statement reads, when PostgreSQL plans for its values and when it plans for any. */
async function readAll(client: pg.Client, statements: Statement[], plans: string): Promise<number[]> {
  await client.query(`set plan_cache_mode = ${plans}`);
  const read: number[] = [];
  for (const statement of statements)
    read.push((await rowsReadBy(client, statement, name => large.has(name))) ?? 0);
  return read;
}

test('no statement reads much more because statistics are missing, or date from when there was one of each', async () => {
  await readEverything(await furnish(service));
  const statements = recording.stop().filter(({ text }) => !is_search.test(text) && !is_export.test(text));
  assert.ok(statements.length > 500, `${statements.length} statements`);
  await sql`vacuum analyze`.execute(service.db);
  await copyRows(service.db, copies);
  await sql`vacuum`.execute(service.db);
  const client = new pg.Client({ connectionString: service.database_url });
  await client.connect();
  try {
    await client.query('set enable_seqscan = off'); // as PostgreSQL chooses for tables that are much larger than those of a test
    const found: { when: string; read: number[] }[] = [];
    for (const plans of ['force_custom_plan', 'force_generic_plan'])
      found.push({ when: `of one of each, ${plans}`, read: await readAll(client, statements, plans) });
    await client.query(`analyze`);
    const fresh = await readAll(client, statements, 'force_custom_plan');
    const guilty = statements.flatMap(({ text }, at) =>
      found
        .filter(({ read }) => read[at]! > 2 * fresh[at]! + spare)
        .map(
          ({ when, read }) =>
            `${read[at]} rows instead of ${fresh[at]}, statistics ${when}: ${text.replaceAll(/\s+/g, ' ')}`,
        ),
    );
    assert.deepEqual(guilty, []);
  } finally {
    await client.end();
  }
});
