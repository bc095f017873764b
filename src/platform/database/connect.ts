import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Wish } from '../config/addresses.ts';
import { second_ms } from '../durations.ts';
import type { DB } from './schema.ts';
import { ServerPool } from './server-pool.ts';
import { type ClientSettings, connectInTurn, openServers, ServerClient, type Servers } from './servers.ts';
import type { Route } from './session.ts';

/** The database or a transaction on it; functions take either. */
export type Database = Kysely<DB>;

const pools = new WeakMap<Database, ServerPool>();
const serversOf = new WeakMap<Database, Servers>();
const routes = new WeakMap<Database, Route>();

/** The names of prepared statements by their text, so that transactions prepare them too. Filled by prepared.ts. */
export const preparedNames = new Map<string, string>();

/** How often statements had to be prepared again because a migration changed the types that they return. */
let renewals = 0;

/** Returns the name under which connections now prepare a statement. */
export const planName = (name: string) => (renewals === 0 ? name : `${name} ${renewals}`);

/**
 * Returns the text under that name: a different one after each renewal, because a pooler knows statements by their texts and keeps its
 * sessions.
 */
export const planText = (text: string) => (renewals === 0 ? text : `${text} /* ${renewals} */`);

/** Lets every connection prepare its statements again, each when it runs next. */
export function renamePlans(): void {
  renewals += 1;
}

/**
 * How long an unused connection is kept: longer than the pauses of rare background work, because opening one costs PostgreSQL as much as
 * fifty small statements.
 */
const keptMilliseconds = 90_000;
/** How long a caller waits for a connection. */
const waitMilliseconds = 10 * second_ms;

const typeIds = { bool: 16, int8: 20, int8Array: 1016, date: 1082, timestamptz: 1184 };

const settings: ClientSettings = {
  application_name: 'postrider',
  types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
};

/**
 * Opens a pool of connections to the first server of the address that accepts writes, or that is of the kind that `wish` or the address
 * asks for. If that server no longer is, the next connections go to another one. Integers are returned as numbers, timestamps as RFC 3339
 * text in UTC with milliseconds, as the API emits them. `on_error` is called when an idle connection breaks (the pool replaces it). Throws
 * an error that says what to write if the address is wrong. While no server can be used, whatever needs a connection throws NoServerError.
 */
export function connectDatabase(
  url: string,
  { size, wish = 'read-write', on_error }: { size: number; wish?: Wish; on_error: (error: Error) => void },
): Database {
  const servers = openServers(url, wish);
  const pool = new ServerPool(servers, settings, {
    max: size,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: keptMilliseconds,
  });
  // Without listeners for the errors of both, a restart of PostgreSQL would end this process.
  pool.on('error', on_error);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pool.on('connect', client => {
    client.on('error', on_error);
    const { route } = client as unknown as ServerClient;
    routes.set(db, route);
    if (route.keeps_statements) prepareNamed(client);
    else forgetNames(client);
  });
  pools.set(db, pool);
  serversOf.set(db, servers);
  return db;
}

/**
 * Opens a connection apart from the pool of `db`, to the same servers, or to those of `url`. The caller closes it. Throws
 * NoServerError.
 */
export function openConnection(db: Database, url?: string): Promise<ServerClient> {
  const servers = url === undefined ? serversOf.get(db) : openServers(url, 'read-write');
  if (!servers) throw new Error('a transaction has one connection');
  return connectInTurn(servers, async () => {
    const client = new ServerClient(servers, settings);
    await client.connect();
    return client;
  });
}

/** Returns the connection pool under `db`; undefined for a transaction, which has one connection. */
export function findPool(db: Database): pg.Pool | undefined {
  return pools.get(db);
}

/** Returns the connection pool under `db`, for uses that Kysely does not cover. */
export function poolOf(db: Database): pg.Pool {
  const pool = findPool(db);
  if (!pool) throw new Error('a transaction has one connection and no pool');
  return pool;
}

/** Returns where the pool's newest connection leads; undefined if there has been none. */
export function routeOf(db: Database): Route | undefined {
  return routes.get(db);
}

/** Counts the pool's connections that are in use and idle, and the callers that wait for one. */
export function connectionsOf(db: Database): { busy: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = poolOf(db);
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Runs `work` in a transaction: the caller's, if `db` is one already, otherwise a new one. */
export function inTransaction<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work);
}

/** Runs `work` so that, if it throws, its changes are rolled back and the transaction remains usable. */
export async function inSavepoint<T>(trx: Database, work: () => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(trx);
    throw error;
  }
}

/** Whether `error` is a violation of the unique constraint or index of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** Makes the connection look up the names of statements, because Kysely gives it only their texts. */
function prepareNamed(client: pg.ClientBase): void {
  const query: Query = client.query.bind(client);
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? preparedNames.get(text) : undefined;
    return name === undefined
      ? query(text, values, ...rest)
      : query({ name: planName(name), text: planText(text as string), values }, ...rest);
  }) as typeof client.query;
}

/** Makes the connection drop the names of statements, because its pooler would look for them in other sessions. */
function forgetNames(client: pg.ClientBase): void {
  const query: Query = client.query.bind(client);
  client.query = ((text: unknown, ...rest: unknown[]) =>
    query(isNamed(text) ? { ...text, name: undefined } : text, ...rest)) as typeof client.query;
}

type Query = (...args: unknown[]) => unknown;

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query;
}

function typeParser(oid: number, format?: 'text' | 'binary') {
  switch (oid) {
    case typeIds.int8:
      return Number;
    case typeIds.int8Array:
      return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
    case typeIds.date:
      return String;
    case typeIds.timestamptz:
      return rfc3339;
    default:
      return pg.types.getTypeParser(oid, format as 'text');
  }
}

/** Converts PostgreSQL's `2026-11-20 09:05:01.5+00` to `2026-11-20T09:05:01.500Z`. */
function rfc3339(text: string): string {
  const seconds = text.slice(0, 19).replace(' ', 'T');
  const milliseconds = text.slice(19, -3).slice(1).padEnd(3, '0').slice(0, 3);
  return `${seconds}.${milliseconds}Z`;
}
