import pg from 'pg';
import { codeOf, messageOf } from '../errors.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import type { Postmaster } from './postmaster.ts';

/** A connection to the server. `ended` is fulfilled when it is lost or closed. */
export type Session = { client: pg.Client; url: string; socket_dir: string; ended: Promise<void> };

/**
 * Connects, or returns the obstacle, in which case another attempt may succeed. The server accepts the password and
 * proves that it knows it, which shows that it is ours. Creates the database if it does not exist. Throws
 * EmbeddedDatabaseError if no attempt can succeed.
 */
export async function connect(
  cluster: Cluster,
  server: Postmaster,
  application_name: string,
): Promise<Session | { obstacle: string }> {
  try {
    return await openSession(urlOf(cluster, server, 'postrider'), server, application_name);
  } catch (error) {
    if (codeOf(error) === '28P01') throw wrongPassword(cluster);
    if (codeOf(error) === '3D000') await createDatabase(cluster, server);
    return { obstacle: messageOf(error) };
  }
}

async function openSession(
  url: string,
  { socket_dir }: Postmaster,
  application_name: string,
): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
  });
  // Without a listener, a lost connection would end this process. Code that must react to it awaits `ended`.
  client.on('error', () => {});
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()));
  await client.connect();
  return { client, url, socket_dir, ended };
}

async function createDatabase(cluster: Cluster, server: Postmaster): Promise<void> {
  const { client } = await openSession(urlOf(cluster, server, 'postgres'), server, 'postrider');
  try {
    await client.query('create database postrider');
  } catch {
    // Another process is creating it; if not, the next attempt to connect reports what is wrong.
  } finally {
    await client.end();
  }
}

/** Returns the connection string. `port` and `sslmode` are explicit so that PGPORT and PGSSLMODE in the environment have no effect. */
function urlOf({ password }: Cluster, { socket_dir, port }: Postmaster, database: string): string {
  return `postgresql://postrider:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(socket_dir)}&sslmode=disable`;
}

function wrongPassword({ dir, data_dir }: Cluster): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The password in ${data_dir}/postgres.secret does not open the database in ${dir}. Restore the file that belongs to this database from where the data folder was copied from.`,
  );
}
