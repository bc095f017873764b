import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { readKeyText } from '../config/rules.ts';
import { codeOf } from '../errors.ts';
import { type KeyRing, type VaultKey, vaultKey } from './vault.ts';

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_URL' | 'SECRET_KEY'>;

/** The available keys: those of SECRET_KEY, then those of the file `secret.key` in DATA_DIR. The first one encrypts. */
export type SecretKeys = KeyRing & { file: string; from_setting: boolean };

export function secretKeyFile({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'secret.key');
}

/** Lists all keys of this machine, the encrypting one first. Throws ConfigError like openSecretKeys. */
export function listSecretKeys(place: Place): VaultKey[] {
  return [...(place.SECRET_KEY ?? []).map(vaultKey), ...readKeyFile(secretKeyFile(place))];
}

/** Opens the available keys; undefined if there are none. Throws ConfigError if the file contains anything else. */
export function openSecretKeys(place: Place): SecretKeys | undefined {
  const file = secretKeyFile(place);
  const known = new Map<string, VaultKey>();
  const read = (): VaultKey[] => {
    const keys = listSecretKeys(place);
    for (const key of keys) known.set(key.id, key);
    return keys;
  };
  if (read().length === 0) return undefined;
  return {
    file,
    from_setting: place.SECRET_KEY !== undefined,
    // The file is read each time, because another process may have changed the key.
    current: () => read()[0] ?? [...known.values()][0]!,
    find(id) {
      if (!known.has(id)) read();
      return known.get(id);
    },
  };
}

/**
 * Creates `secret.key` with a new key if the file does not exist; processes that start together get the same key. Throws ConfigError if
 * nothing else is kept in DATA_DIR, because the folder may then not outlive the process.
 */
export async function makeSecretKey(place: Place): Promise<void> {
  if (place.DATABASE_URL && place.FILES_URL)
    throw new ConfigError(
      `SECRET_KEY: with DATABASE_URL and FILES_URL nothing is kept on this machine, so the key that encrypts the secrets in the database must be set. Set SECRET_KEY to 32 random bytes in base64, the same for every process, and keep a copy in a safe place. A new key: ${newKeyText()}`,
    );
  const file = secretKeyFile(place);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeDraft(file, [newKey()], draft =>
    // Unlike rename, link keeps an existing key.
    link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
}

/** Replaces the keys in the file, which keeps its owner. */
export async function writeSecretKeys(file: string, keys: VaultKey[]): Promise<void> {
  await writeDraft(file, keys, async draft => {
    const owner = await stat(file).catch(() => undefined);
    if (owner && process.getuid?.() === 0) await chown(draft, owner.uid, owner.gid);
    await rename(draft, file);
  });
}

export function readKeyFile(file: string): VaultKey[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ConfigError(
      `${file} cannot be read (${code}). It contains the key of the database's secrets. Change its owner to the user that runs Postrider.`,
    );
  }
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const bytes = readKeyText(line);
      if (bytes) return vaultKey(bytes);
      throw new ConfigError(
        `${file} is damaged: each line must be 32 bytes in base64. Restore the file from a backup, or set SECRET_KEY.`,
      );
    });
}

export function newKey(): VaultKey {
  return vaultKey(randomBytes(32));
}

/** Returns a new key, as written in SECRET_KEY and in the file. */
export function newKeyText(): string {
  return randomBytes(32).toString('base64');
}

const fileHeader =
  '# The key that encrypts secrets in the Postrider database. Keep a copy separate from database backups.\n';

async function writeDraft(
  file: string,
  keys: VaultKey[],
  publish: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(fileHeader + keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await publish(draft);
  } finally {
    await unlink(draft).catch(() => {}); // already renamed, or no longer needed
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
