import { sql } from 'kysely';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { addSecret, readSecret } from '../platform/secrets/secret.ts';
import {
  makeSecretKey,
  openSecretKeys,
  type SecretKeys,
  secretKeyFile,
} from '../platform/secrets/secret-key.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import {
  keyIdOf,
  lockVault,
  openVault,
  type SealedColumn,
  sealedColumns,
  type Vault,
} from '../platform/secrets/vault.ts';
import { newSigningKey } from '../webhooks/webhook.ts';

export type Secrets = { vault: Vault; secret: Secret };

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_URL' | 'SECRET_KEY'>;
export type Stored = { column: SealedColumn; id: string; stored: string };

/**
 * Opens the vault with this machine's key and reads the secret that signs links. The very first process creates both. Then everything is
 * encrypted with the current key, including secrets that an earlier version stored in plain text and secrets that an interrupted rotation
 * left under the old key. Throws ConfigError if the key is missing or a different one.
 */
export async function openSecrets(db: Database, place: Place): Promise<Secrets> {
  return inTransaction(db, async trx => {
    await lockVault(trx);
    const values = await listStored(trx);
    if (!openSecretKeys(place)) {
      refuseLostKey(place, values);
      await makeSecretKey(place);
    }
    const vault = openVault(openSecretKeys(place)!);
    refuseLostKey(place, values);
    await sealAll(trx, vault, values);
    const secret = await readSecret(trx, vault);
    if (secret) return { vault, secret };
    await addSecret(trx, vault);
    return { vault, secret: (await readSecret(trx, vault))! };
  });
}

/** Throws ConfigError if the key of the database's secrets is missing here, or if another key is here. Creates no key. */
export async function refuseUnreadableSecrets(db: Database, place: Place): Promise<void> {
  refuseLostKey(place, await listStored(db));
}

/** Encrypts with the current key whatever is not encrypted with it. Returns how many values it encrypted. */
export async function sealAll(trx: Database, vault: Vault, values: Stored[]): Promise<number> {
  const others = values.filter(({ stored }) => !vault.isCurrent(stored));
  for (const { column, id, stored } of others)
    await store(trx, column, id, await vault.seal(trx, column, id, vault.open(column, id, stored)));
  return others.length;
}

/** Replaces a secret that no key here decrypts: a webhook gets a new one, and other secrets are deleted. */
export async function replaceLost(trx: Database, vault: Vault, { column, id }: Stored): Promise<void> {
  if (column === 'webhooks.signing_key')
    await store(trx, column, id, await vault.seal(trx, column, id, newSigningKey()));
  else if (['link_secrets.value', 'dkim_keys.private_key', 'postmaster_access.private_key'].includes(column))
    await sql`delete from ${sql.table(partsOf(column)[0])} where id = ${id}`.execute(trx);
  else await store(trx, column, id, '');
  if (column === 'people.totp_secret')
    await trx.updateTable('people').set({ totp_date: null }).where('id', '=', id).execute();
}

/** Lists every secret in the database, as stored. */
export async function listStored(trx: Database): Promise<Stored[]> {
  const lists = sealedColumns.map(column => {
    const [table, field] = partsOf(column);
    return sql`select ${sql.lit(column)} as column, id::text as id, ${sql.ref(field)} as stored
      from ${sql.table(table)} where ${sql.ref(field)} <> ''`;
  });
  const { rows } = await sql<Stored>`${sql.join(lists, sql` union all `)}`.execute(trx);
  return rows;
}

/** Stores the value in its place. */
async function store(trx: Database, column: SealedColumn, id: string, value: string): Promise<void> {
  const [table, field] = partsOf(column);
  await sql`update ${sql.table(table)} set ${sql.ref(field)} = ${value} where id = ${id}`.execute(trx);
}

function partsOf(column: SealedColumn): [table: string, field: string] {
  const at = column.indexOf('.');
  return [column.slice(0, at), column.slice(at + 1)];
}

function refuseLostKey(place: Place, values: Stored[]): void {
  const keys: SecretKeys | undefined = openSecretKeys(place);
  const vault = keys && openVault(keys);
  const closed = values.filter(({ stored }) => !vault?.canOpen(stored));
  const needed = [...new Set(closed.map(({ stored }) => keyIdOf(stored)).filter(id => id !== undefined))];
  if (needed.length === 0) return;
  const file = secretKeyFile(place);
  throw new ConfigError(
    `SECRET_KEY: the secrets in this database are encrypted with key ${needed.join(', ')}, and ${
      keys ? `the key here is ${keys.current().id}` : `neither SECRET_KEY nor ${file} exists here`
    }. ${describeKeyRemedy(place)}`,
  );
}

/** Says what to do if no key opens the secrets in the database. */
export function describeKeyRemedy(place: Pick<Config, 'DATA_DIR'>): string {
  return `Copy secret.key from the DATA_DIR of the machine where Postrider first started on this database to ${secretKeyFile(place)}, or put the key in it in SECRET_KEY; every machine that uses this database needs the same key. If the key is lost for good, npx postrider secret reset shows what no longer works, and npx postrider secret reset --yes creates new secrets.`;
}
