import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { refuseHalfUpgraded, refuseUnfinished } from '../backups/unfinished.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { refuseNewerDatabase } from '../platform/database/serves.ts';
import { openEmbeddedDatabase } from '../platform/embedded/embedded.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { NoServerError } from '../platform/server-errors.ts';
import { refuseEmptyDatabase, refuseMissingFolder } from './missing-installation.ts';

const patienceMilliseconds = 10_000;

export type OpenDatabase = { db: Database; url: string; close(): Promise<void> };

/**
 * Opens the configured database: the one at DATABASE_URL, or the embedded one in DATA_DIR, starting it if necessary. With `claim`, this
 * process is the only one that serves from that folder. If there is no installation, throws MissingInstallationError unless `absent` is
 * `create`. Only a restore may use a folder in which a restore was interrupted. Throws ConfigError or EmbeddedDatabaseError with the
 * remedy.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  { claim, absent, restoring = false }: { claim: boolean; absent: 'refuse' | 'create'; restoring?: boolean },
): Promise<OpenDatabase> {
  if (!restoring) await refuseHalfUpgraded(config);
  if (absent === 'refuse') await refuseMissingFolder(config);
  const embedded = config.DATABASE_URL
    ? undefined
    : await openEmbeddedDatabase({
        data_dir: config.DATA_DIR,
        claim,
        log: (message, detail) => log.debug(detail ?? {}, message),
        on_outage: (message, detail) => log.warn(detail ?? {}, message),
      });
  const url = config.DATABASE_URL ?? embedded!.url;
  let closing = false;
  const db = connectDatabase(url, {
    size: config.DATABASE_POOL,
    on_error(error) {
      // While the pool closes, errors are expected: it does not wait for its connections to end, and stopping the server breaks the rest.
      if (!closing) log.warn({ err: error }, 'a database connection broke');
    },
  });
  const close = async () => {
    closing = true;
    await db.destroy();
    await embedded?.close();
  };
  try {
    await refuseOldServer(db);
    await refuseNewerDatabase(db);
    if (!restoring) await refuseUnfinished(db, config);
    if (absent === 'refuse') await refuseEmptyDatabase(db, config);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url, close };
}

async function refuseOldServer(db: Database): Promise<void> {
  const started = Date.now();
  for (;;) {
    try {
      const { rows } = await sql<{
        version: number;
      }>`select current_setting('server_version_num')::int as version`.execute(db);
      if (rows[0]!.version >= 150_000) return;
      throw new ConfigError(
        'DATABASE_URL: this server is older than PostgreSQL 15. Upgrade it, or unset DATABASE_URL to use the embedded one.',
      );
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      // Waits for a server that is only just starting, as when a whole machine boots.
      if (Date.now() - started > patienceMilliseconds)
        throw new ConfigError(
          `DATABASE_URL: ${error instanceof NoServerError ? error.message : `PostgreSQL refuses: ${messageOf(error)}`}`,
        );
      await sleep(500);
    }
  }
}
