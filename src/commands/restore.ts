import { mkdir } from 'node:fs/promises';
import { restoreBackup } from '../backups/restore.ts';
import { markFinished, markUnfinished } from '../backups/unfinished.ts';
import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';
import { listSecretKeys, secretKeyFile, writeSecretKeys } from '../platform/secrets/secret-key.ts';
import { vaultKey } from '../platform/secrets/vault.ts';
import { counted } from '../platform/sentences/counted.ts';
import { openFileStore } from '../platform/storage/file-store.ts';
import { describeLosses, listLost } from '../program/lost-secrets.ts';
import { openDatabase } from '../program/open-database.ts';
import { describeKeyRemedy } from '../program/open-secrets.ts';
import { openBackup, type PassphraseOption, readPassphrase, report, showProgress } from './backup.ts';
import type { Screen } from './bulk.ts';

/**
 * `postrider restore FILE`: restores a backup into the configured database, which must be empty, completely or not at all. Prints what came
 * back and what is left to do. The exit code is 1 if the service cannot start yet, because no key here opens the secrets. Throws
 * BackupError, ConfigError or EmbeddedDatabaseError.
 */
export async function restore(
  config: Config,
  log: Log,
  file: string,
  options: PassphraseOption,
  { screen = process.stderr }: { screen?: Screen } = {},
): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const progress = showProgress(screen);
  const passphrase = readPassphrase(config, options);
  const content = await openBackup(file);
  let lost: string[] = [];
  const { about, manifest, is_encrypted, migrations_run } = await restoreBackup(
    async () => {
      await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
      const wish = { claim: true, absent: 'create', restoring: true } as const;
      const { db, close } = await openDatabase(config, log, wish);
      opened.defer(close);
      return {
        db,
        store: await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL }),
        mark: () => markUnfinished(config),
        keep_keys: keys => addKeys(config, keys),
        on_progress: progress.show,
        async finish() {
          lost = describeLosses(await listLost(db, config));
          await markFinished(config);
        },
      };
    },
    content,
    passphrase,
  );
  progress.end();
  report(screen, about, manifest, is_encrypted);
  if (migrations_run > 0)
    screen.write(`The database was upgraded: ${counted(migrations_run, 'migration')} ran.\n`);
  screen.write(
    lost.length === 0
      ? 'Everything is restored. Start the service: npx postrider serve\n'
      : `Everything is restored, but the service does not start yet, because no key here decrypts these secrets:\n${lost.map(line => `  ${line}\n`).join('')}${describeKeyRemedy(config)}\nThen start the service: npx postrider serve\n`,
  );
  screen.write(
    'Everybody has to sign in again. The service starts on hold; nothing goes out until you resume it: npx postrider resume\n',
  );
  return lost.length === 0 ? 0 : 1;
}

/** Adds the keys. Keys that are already here stay the first ones, which encrypt. */
async function addKeys(config: Config, keys: Buffer[]): Promise<void> {
  const here = listSecretKeys(config);
  const added = keys.map(vaultKey).filter(({ id }) => !here.some(key => key.id === id));
  if (added.length === 0) return;
  const inFile = listSecretKeys({ ...config, SECRET_KEY: undefined });
  await writeSecretKeys(secretKeyFile(config), [...inFile, ...added]);
}
