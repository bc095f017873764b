import { sql } from 'kysely';
import { showHold } from '../../holds/show.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { type Database, routeOf } from '../../platform/database/connect.ts';
import { missingMigrations } from '../../platform/database/serves.ts';
import { describeFilesPlaces } from '../../platform/rounds/processes.ts';
import { refuseUnreadableSecrets } from '../../program/open-secrets.ts';
import { isRoleSettled } from '../../program/pooler.ts';
import { type Finding, findingsOf } from './finding.ts';
import { describeClock } from './reach.ts';

const { good, warning, wrong } = findingsOf('database');

const fewConnections = 10;

/** Checks the database's schema, key, free connections, durability and clock. Changes nothing. */
export async function checkDatabase(db: Database, config: Config): Promise<Finding[]> {
  const pending = await missingMigrations(db);
  const server = await readServer(db);
  const findings = [
    good('connection', {
      detail: `PostgreSQL ${server.version}${config.DATABASE_URL ? '' : ', the embedded one,'} answers.`,
    }),
    pending.length === 0
      ? good('migrations', { detail: 'The schema is up to date.' })
      : warning('migrations', {
          detail: `The database lacks ${pending.join(', ')}.`,
          remedy: 'Make a backup and start the service, or run: npx postrider migrate',
        }),
    ...(pending.length === 0 ? [await checkKey(db, config)] : []),
  ];
  if (server.fsync !== 'on' || server.full_page_writes !== 'on')
    findings.push(
      wrong('durability', {
        detail: 'fsync or full_page_writes is off: a power cut can destroy the database.',
        remedy: 'Turn both on in postgresql.conf.',
      }),
    );
  if (server.free < fewConnections)
    findings.push(
      warning('connections', {
        detail: `PostgreSQL has ${server.free} free connections of ${server.most}; a process needs up to ${config.DATABASE_POOL + 1}.`,
        remedy: 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL.',
      }),
    );
  findings.push(...(await checkPooler(db, config)));
  if (config.DATABASE_URL !== undefined) findings.push(describeClock(server.seconds, 'PostgreSQL'));
  return findings;
}

/** Checks whether all running processes find the same uploaded files. */
export async function checkFiles(db: Database): Promise<Finding[]> {
  const detail = await describeFilesPlaces(db);
  return detail === undefined
    ? []
    : [
        wrong('files', {
          detail,
          remedy:
            'Share the folder DATA_DIR/files between them, or set FILES_URL for all: docs/running/upgrades.md',
        }),
      ];
}

/** Says what a pooler in front of PostgreSQL should do better; nothing if there is none. */
async function checkPooler(db: Database, { DATABASE_DIRECT_URL }: Config): Promise<Finding[]> {
  const route = routeOf(db);
  if (!route?.is_pooled) return [];
  const findings = [
    route.keeps_statements
      ? good('pooler', { detail: 'A connection pooler is in front, and keeps prepared statements.' })
      : warning('pooler', {
          detail: 'A connection pooler is in front, and keeps no prepared statements, which costs time.',
          remedy: 'Use PgBouncer 1.21 or newer, with max_prepared_statements: docs/running/pooler.md',
        }),
  ];
  if (DATABASE_DIRECT_URL === undefined)
    findings.push(
      good('notifications', {
        detail:
          'Workers look for work once a second. DATABASE_DIRECT_URL lets them rest: docs/running/pooler.md',
      }),
    );
  if (!(await isRoleSettled(db)))
    findings.push(
      warning('role', {
        detail: 'Sessions behind the pooler begin with jit on, or in another time zone than UTC.',
        remedy: 'Start the service, which changes that, or see docs/running/pooler.md#settings-of-the-role',
      }),
    );
  return findings;
}

/** Checks whether mail may leave at all. */
export async function checkHold(db: Database): Promise<Finding> {
  const { status, detail } = await showHold(db);
  if (status === 'waiting' && detail !== '')
    return wrong('hold', {
      detail: `Sending pauses. ${detail}`,
      remedy: 'It continues by itself as soon as the witness can be used: docs/fence.md#a-witness',
    });
  return status === 'hold'
    ? wrong('hold', {
        detail: `The installation is on hold, so nothing is mailed. ${detail}`,
        remedy: 'See what would go out, and decide: npx postrider resume (docs/fence.md)',
      })
    : good('hold', { detail: 'The installation is not on hold.' });
}

async function checkKey(db: Database, config: Config): Promise<Finding> {
  try {
    await refuseUnreadableSecrets(db, config);
    return good('encryption key', { detail: 'It decrypts the secrets in the database.' });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return wrong('encryption key', {
      detail: error.message,
      remedy: 'docs/running/troubles.md#the-key-is-lost',
    });
  }
}

async function readServer(db: Database) {
  const before = Date.now();
  const { rows } = await sql<{
    version: string;
    fsync: string;
    full_page_writes: string;
    most: number;
    free: number;
    now: number;
  }>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('max_connections')::int as most,
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as free,
      extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
  const after = Date.now();
  const server = rows[0]!;
  return { ...server, seconds: Math.max(before - server.now, server.now - after, 0) / 1000 };
}
