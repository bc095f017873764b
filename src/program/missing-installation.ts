import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeAddress } from '../platform/config/addresses.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { isSetUp } from '../platform/database/migrate.ts';
import { codeOf } from '../platform/errors.ts';

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** The settings name no installation. The message says where the program looked for one (`where`), and how to name another place. */
export class MissingInstallationError extends ConfigError {
  readonly where: string;

  constructor(where: string) {
    super(`There is no installation here, and nothing was created. ${where}
Run the command in the folder where the service was started, or give it the DATA_DIR or DATABASE_URL of the service, in the environment or in a file .env here.
To begin a new installation: npx postrider serve`);
    this.where = where;
  }
}

/** Throws MissingInstallationError if the embedded database has never been created in this data folder. Creates nothing. */
export async function refuseMissingFolder({ DATA_DIR, DATABASE_URL }: Place): Promise<void> {
  if (DATABASE_URL) return;
  const folder = join(resolve(DATA_DIR), 'postgres');
  const code = await stat(folder).then(() => undefined, codeOf);
  // Other obstacles are reported when the database is opened.
  if (code === 'ENOENT' || code === 'ENOTDIR')
    throw new MissingInstallationError(
      `The database would be in ${folder} (DATA_DIR), because DATABASE_URL is not set.`,
    );
}

/** Throws MissingInstallationError if the database has never been set up. */
export async function refuseEmptyDatabase(db: Database, { DATA_DIR, DATABASE_URL }: Place): Promise<void> {
  if (await isSetUp(db)) return;
  throw new MissingInstallationError(
    DATABASE_URL
      ? `DATABASE_URL names the database ${describeAddress(DATABASE_URL)}, which has no tables of Postrider.`
      : `The database in ${resolve(DATA_DIR)} (DATA_DIR) has no tables yet.`,
  );
}
