import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** Every column that holds encrypted secrets. Their rows have an `id`. */
export const sealedColumns = [
  'link_secrets.value',
  'dkim_keys.private_key',
  'webhooks.signing_key',
  'webhooks.former_signing_key',
  'sequence_signing_keys.signing_key',
  'newsletters.captcha_secret',
  'payment_accounts.restricted_key',
  'payment_accounts.webhook_secret',
  'people.password_hash',
  'people.totp_secret',
  'relays.password',
  'relays.report_secret',
  'postmaster_access.private_key',
] as const;
export type SealedColumn = (typeof sealedColumns)[number];

/** A key: 32 bytes, and the name by which encrypted values refer to it. */
export type VaultKey = { id: string; bytes: Buffer };

export type KeyRing = {
  /** The key that encrypts. */
  current(): VaultKey;
  find(id: string): VaultKey | undefined;
};

/** Encrypts values that must not be readable in a copy of the database, and decrypts them. */
export type Vault = {
  /**
   * Returns the text to store in this column of the row with this id. Empty stays empty. A change of the key waits until `trx` ends, so
   * that no value remains under a removed key.
   */
  seal(trx: Database, column: SealedColumn, id: string, value: string): Promise<string>;
  /**
   * Returns the value that was passed to `seal` for the same column and row. A stored value that was never encrypted is returned unchanged.
   */
  open(column: SealedColumn, id: string, stored: string): string;
  /** Whether the stored value is encrypted with the current key, or empty. */
  isCurrent(stored: string): boolean;
  canOpen(stored: string): boolean;
};

const prefix = 'sealed:1:';
const ivBytes = 12;
const tagBytes = 16;
const lock = sql`hashtextextended('secrets', 25)`;

/** Opens the vault: AES-256-GCM (NIST SP 800-38D). A stored value is `sealed:1:<id of the key>:<base64url of nonce, text and tag>`. */
export function openVault(ring: KeyRing): Vault {
  return {
    async seal(trx, column, id, value) {
      if (value === '') return '';
      await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(trx);
      const key = ring.current();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(placeOf(column, id));
      const sealed = [iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${prefix}${key.id}:${Buffer.concat(sealed).toString('base64url')}`;
    },
    open(column, id, stored) {
      const sealed = readSealed(stored);
      if (!sealed) return stored;
      const key = ring.find(sealed.key_id);
      if (!key)
        throw new Error(`${column} of ${id} is encrypted with key ${sealed.key_id}, which is not available`);
      const iv = sealed.bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv)
        .setAAD(placeOf(column, id))
        .setAuthTag(sealed.bytes.subarray(-tagBytes));
      const text = decipher.update(sealed.bytes.subarray(ivBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    isCurrent: stored => stored === '' || readSealed(stored)?.key_id === ring.current().id,
    canOpen(stored) {
      const sealed = readSealed(stored);
      return sealed === null || ring.find(sealed.key_id) !== undefined;
    },
  };
}

/** Returns the id of the key that the stored value needs; undefined if it is not encrypted. */
export function keyIdOf(stored: string): string | undefined {
  return readSealed(stored)?.key_id;
}

export function vaultKey(bytes: Buffer): VaultKey {
  return { id: createHash('sha256').update('key id ').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Keeps others from encrypting anything or changing the key until the transaction ends. */
export async function lockVault(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
}

/** Returns the place that an encrypted value is bound to, so that it is useless anywhere else. */
function placeOf(column: SealedColumn, id: string): Buffer {
  return Buffer.from(`${column} ${id}`);
}

function readSealed(stored: string): { key_id: string; bytes: Buffer } | null {
  if (!stored.startsWith(prefix)) return null;
  const [, key_id = '', bytes = ''] = /^([0-9a-f]{8}):([\w-]{38,})$/.exec(stored.slice(prefix.length)) ?? [];
  return key_id === '' ? null : { key_id, bytes: Buffer.from(bytes, 'base64url') };
}
