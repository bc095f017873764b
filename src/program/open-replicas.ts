import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { noReplicas, openReplicas, type Replicas } from '../platform/replicas/replicas.ts';

type Settings = Pick<Config, 'DATABASE_READ_URL' | 'DATABASE_READ_LAG_SECONDS' | 'DATABASE_POOL'>;

/** Opens the replicas that DATABASE_READ_URL names. Without it, everything is read from the database itself. */
export function openReplicasAsSet(config: Settings, db: Database, log: Log): Replicas {
  const { DATABASE_READ_URL: url, DATABASE_POOL: connections, DATABASE_READ_LAG_SECONDS: seconds } = config;
  if (url === undefined) return noReplicas(db);
  return openReplicas(db, { url, connections, most_lag_ms: seconds * 1000, log });
}
