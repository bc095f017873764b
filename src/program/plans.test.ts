import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { preparedNames } from '../platform/database/connect.ts';
import { workTables } from '../platform/work/claim.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

// Workers constantly run these statements on tables full of rows that need nothing now. Whatever statistics PostgreSQL has, and whether it
// plans for these values or for any, it must find the due rows by an index.
const opened = new AsyncDisposableStack();
let client: pg.Client;
before(async () => {
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  opened.defer(() => client.end());
});
after(() => opened.disposeAsync());

const rows = 50_000;
const later = '2100-01-01';

/** How rows are made from `n`, how a row becomes due, and how it ceases to be due. */
const tables = {
  emails: {
    columns: 'id, newsletter_key, email_type, slug, source, status, subject',
    values: `gen_random_uuid(), 1, 'public', 's' || n, 'api', 'sent', 's'`,
    due: `status = 'in_flight', work_date = now()`,
    done: `status = 'sent', work_date = null`,
  },
  bulk_actions: {
    columns: 'id, newsletter_key, metadata, settings, type, status',
    values: `gen_random_uuid(), n % 100, '{}', '{}', 'apply_tags', 'processed'`,
    due: `status = 'not_started', work_date = now()`,
    done: `status = 'processed', work_date = null`,
  },
  sequence_requests: {
    columns: 'run_key, step_id, url, body',
    values: `n, gen_random_uuid(), '', ''`,
    due: `work_date = now()`,
    done: `work_date = null`,
  },
  sequence_runs: {
    columns: 'sequence_key, edition, passage, cause, mails, entered_date, anchor_date, status',
    values: `n % 100, 1, 1, gen_random_uuid(), false, now(), now(), 'done'`,
    due: `status = 'waiting', due_date = now()`,
    done: `status = 'done', due_date = null`,
  },
  sequence_entries: {
    columns: 'sequence_key, cause, event_date, settle_date',
    values: `n % 100, gen_random_uuid(), now(), '${later}'`,
    due: `settle_date = now()`,
    done: `settle_date = '${later}'`,
  },
  imports: {
    columns: 'id, newsletter_key, file_name, folder, format, size, status',
    values: `gen_random_uuid(), 1, 'f', 'f', 'csv', 1, 'succeeded'`,
    due: 'work_date = now()',
    done: 'work_date = null',
  },
  exports: {
    columns: 'id, newsletter_key, status',
    values: `gen_random_uuid(), 1, 'ready'`,
    due: 'work_date = now()',
    done: 'work_date = null',
  },
  letters: {
    columns: 'kind, subject, work_date',
    values: `'mail_welcome', n::text, '${later}'`,
    due: 'work_date = now()',
    done: `work_date = '${later}'`,
  },
  delivery_chunks: {
    columns: 'email_key, first_key, last_key, next_attempt_date',
    values: 'n / 10, n, n, null',
    due: 'next_attempt_date = now()',
    done: 'next_attempt_date = null',
  },
  webhook_deliveries: {
    columns: 'event_key, webhook_key, next_attempt_date',
    values: `n, 1, '${later}'`,
    due: 'next_attempt_date = now()',
    done: `next_attempt_date = '${later}'`,
  },
  feeds: {
    columns: 'fetch_url, url, next_poll_date',
    values: `'u' || n, 'u' || n, '${later}'`,
    due: 'next_poll_date = now()',
    done: `next_poll_date = '${later}'`,
  },
};
type Table = keyof typeof tables;
const names = Object.keys(tables) as Table[];

async function forEachTable(statement: (name: Table) => string): Promise<void> {
  for (const name of names) await client.query(statement(name));
}

/** Returns the statements of workers: the one that finds what is due, and for each table of work the one that claims rows. */
async function readStatements(): Promise<{ due: string; claims: Map<string, string> }> {
  const service = await startTestService({ works: true });
  try {
    return await until('all workers have asked', async () => {
      const claims = new Map<string, string>();
      let due = '';
      for (const [text, name] of preparedNames) {
        if (name.startsWith('claim ')) claims.set(name.slice('claim '.length), text);
        if (name.startsWith('due ') && text.length > due.length) due = text;
      }
      return claims.size === workTables.length && due !== '' && { due, claims };
    });
  } finally {
    await service.stop();
  }
}

/** Counts the pages that the statement reads, with these values, and dates for its other parameters. Leaves nothing behind. */
async function pagesOf(text: string, values: string[], first = 'select'): Promise<number> {
  const numbers = Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
  const given = Array.from({ length: Math.max(0, ...numbers) }, (_, at) => `'${values[at] ?? '2026-01-01'}'`);
  await client.query('begin');
  try {
    await client.query(first);
    await client.query(`prepare asked as ${text}`);
    const asked = given.length > 0 ? `asked (${given})` : 'asked';
    const explained = await client.query(`explain (analyze, buffers, format json) execute ${asked}`);
    const { Plan } = explained.rows[0]['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

test('due work is found by an index, whatever the statistics say', async () => {
  const { due, claims } = await readStatements();
  const readsLittle = async (statistics: string) => {
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const where = `${mode}, statistics ${statistics}`;
      const pages = await pagesOf(due, []);
      assert.ok(pages < 150, `what is due: ${pages} pages, ${where}`);
      for (const name of names.filter(name => claims.has(name))) {
        const five = `update ${name} set ${tables[name].due} where id in (select id from ${name} limit 5)`;
        const pages = await pagesOf(
          claims.get(name)!,
          ['00000000-0000-7000-8000-000000000000', '4', '10000'],
          five,
        );
        assert.ok(pages < 350, `${name}: ${pages} pages, ${where}`);
      }
    }
  };
  await client.query(`set session_replication_role = 'replica'`); // without foreign keys and triggers
  await client.query(
    `insert into webhooks (id, newsletter_key, signing_key, status, url) values (gen_random_uuid(), 1, '', 'enabled', '')`,
  );
  await forEachTable(name => `alter table ${name} set (autovacuum_enabled = false)`);
  await forEachTable(
    name =>
      `insert into ${name} (${tables[name].columns}) select ${tables[name].values} from generate_series(1, ${rows}) as n`,
  );
  await readsLittle('never gathered');
  await forEachTable(name => `update ${name} set ${tables[name].due}`);
  await forEachTable(name => `vacuum analyze ${name}`);
  await forEachTable(name => `update ${name} set ${tables[name].done}`);
  await forEachTable(name => `vacuum ${name}`);
  await readsLittle('gathered while all of it was due');
  await forEachTable(name => `analyze ${name}`);
  await readsLittle('gathered since');
});
