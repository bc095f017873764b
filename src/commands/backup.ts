import { existsSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { makeBackup } from '../backups/make.ts';
import type { About, Manifest } from '../backups/manifest.ts';
import { isBucket, openPlace, splitPlace } from '../backups/places.ts';
import { verifyBackup } from '../backups/restore.ts';
import { streamBackup } from '../backups/write.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { codeOf } from '../platform/errors.ts';
import { counted, number, sizeOf } from '../platform/sentences/counted.ts';
import { openFileStore } from '../platform/storage/file-store.ts';
import { backupSource } from '../program/backups.ts';
import type { Screen } from './bulk.ts';
import { CommandError } from './command.ts';

export type PassphraseOption = { 'passphrase-file'?: string };

/**
 * `postrider backup [FILE|-|s3://…]`: writes a backup and reads it again. Throws BackupError or CommandError, and then leaves no file
 * behind.
 */
export async function backup(
  config: Config,
  db: Database,
  file: string | undefined,
  options: PassphraseOption & { 'without-files'?: boolean },
): Promise<void> {
  const screen = process.stderr;
  const passphrase = readPassphrase(config, options);
  const progress = showProgress(screen);
  const store = options['without-files']
    ? null
    : await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL });
  const source = { ...backupSource(config, db, store, passphrase), on_progress: progress.show };
  if (file === '-') {
    if (process.stdout.isTTY)
      throw new CommandError(
        'A backup is not text, so it is not written to a terminal. Name a file, or redirect the output',
      );
    await pipeline(
      streamBackup(source, ({ about, manifest }) => {
        progress.end();
        report(screen, about, manifest, passphrase !== null);
      }),
      process.stdout,
      { end: false },
    );
    return;
  }
  const path = file ?? defaultName(passphrase !== null);
  if (!isBucket(path) && existsSync(path))
    throw new CommandError(`${path} already exists. Choose another name, or move that file away`);
  const { place, file: name } = splitPlace(path);
  if (name === '') throw new CommandError(`${path} is a folder. Add the name of a file`);
  const { about, manifest, size } = await makeBackup(source, await openPlace(place), name, 'manual');
  progress.end();
  report(screen, about, manifest, passphrase !== null);
  screen.write(`${path}: ${sizeOf(size)}, read back to its end. It contains all addresses. Keep it safe.\n`);
}

/** `postrider verify-backup FILE`: reads a backup to its end and prints what it contains. Throws BackupError if it is damaged. */
export async function verify(config: Config, file: string, options: PassphraseOption): Promise<void> {
  const screen = process.stdout;
  const content = await openBackup(file);
  const { about, manifest, is_encrypted } = await verifyBackup(content, readPassphrase(config, options));
  for (const { name, rows } of manifest.tables)
    if (rows > 0) screen.write(`  ${String(rows).padStart(12)}  ${name}\n`);
  report(screen, about, manifest, is_encrypted);
  screen.write('The backup is complete: every checksum matches.\n');
}

/** Returns the bytes of a backup from a file, a bucket, or standard input. */
export async function openBackup(file: string): Promise<AsyncIterable<Buffer>> {
  if (file === '-') return process.stdin;
  const { place, file: name } = splitPlace(file);
  return (await openPlace(place)).read(name);
}

/** Reads the passphrase of the option, otherwise of the setting; null if there is none. */
export function readPassphrase(config: Config, options: PassphraseOption): string | null {
  const file = options['passphrase-file'];
  if (file === undefined) return config.BACKUP_PASSPHRASE ?? null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${codeOf(error)}). It should contain the passphrase`);
  }
  if (text.length < 12)
    throw new CommandError(`The passphrase in ${file} is shorter than 12 characters. Use a longer one`);
  return text;
}

/** Shows the part that is being worked on, in one line that changes; where nobody watches, in a line for each part. */
export function showProgress(screen: Screen) {
  let last = '';
  return {
    show(part: string, done: number, expected = 0): void {
      const share = expected > 0 ? ` of about ${number(Math.max(expected, done))}` : '';
      if (screen.isTTY) screen.write(`\r\x1b[K${part}: ${number(done)}${expected > done ? share : ''}`);
      else if (part !== last) screen.write(`${part} …\n`);
      last = part;
    },
    end(): void {
      if (screen.isTTY && last !== '') screen.write('\r\x1b[K');
    },
  };
}

/** Prints in a few lines what a backup contains. */
export function report(
  screen: Screen,
  about: About,
  { tables, files }: Manifest,
  is_encrypted: boolean,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  screen.write(
    `Taken ${about.taken_at} by Postrider ${about.version} from ${about.origin}.\n${counted(rows, 'row')} of ${counted(tables.length, 'table')}, ${about.has_files ? counted(files.count, 'file') : 'no files'}.\n`,
  );
  if (files.missing_count > 0)
    screen.write(
      `${counted(files.missing_count, 'file')} could not be found, such as ${files.missing[0]}. They were deleted meanwhile, or were already missing.\n`,
    );
  screen.write(
    about.has_secret_key
      ? 'Encrypted. It contains the key that encrypts the secrets in the database.\n'
      : `${is_encrypted ? 'Encrypted' : 'Not encrypted'}. It does not contain the key that encrypts the secrets in the database: keep a copy of secret.key (or SECRET_KEY) elsewhere.\n`,
  );
}

function defaultName(is_encrypted: boolean): string {
  const date = new Date().toISOString().slice(0, 16).replaceAll(':', '');
  return `postrider-${date}.tar.zst${is_encrypted ? '.enc' : ''}`;
}
