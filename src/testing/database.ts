import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, poolOf } from '../platform/database/connect.ts';
import { migrateWithin } from '../platform/database/migrate.ts';
import { listNames } from '../platform/database/migrations.ts';

export type TestDatabase = {
  url: string;
  /** The direct address, even if the tests reach PostgreSQL through a pooler. */
  direct_url: string;
  drop(): Promise<void>;
};

/**
 * Creates a migrated, empty database for one test file: a clone of the template that `npm test` has made. `drop` also ends the connections
 * that are still open on it. Throws if there is no template.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(template => `template ${template} strategy file_copy`);
}

/** Creates an empty database without migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => '');
}

async function createDatabase(how: (template: string) => string): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEST_TEMPLATE: template, TEST_POOLER_URL: pooler } = process.env;
  if (!server || !template) {
    throw new Error('Tests need the database that npm test starts: npm test -- path/to/file.test.ts');
  }
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await execute(server, `create database ${name} ${how(template)}`);
  return {
    url: withDatabase(pooler ?? server, name),
    direct_url: withDatabase(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

/** Runs statements one after another on a separate connection, because they cannot run in a transaction. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
}

/** Runs the migrations up to this one, as an earlier version has done. */
export async function migrateThrough(db: Database, last: string): Promise<void> {
  const client = await poolOf(db).connect();
  await migrateWithin(
    client,
    (await listNames()).filter(name => name <= last),
  );
  client.release();
}
