import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';

export async function demo(
  _config: Config,
  _args: string[],
  _onDatabase: (work: (db: Database) => Promise<void>) => Promise<void>,
): Promise<void> {}
