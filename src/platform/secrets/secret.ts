import { randomBytes } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { newId } from '../ids.ts';
import type { Secret } from './signed-tokens.ts';
import type { Vault } from './vault.ts';

/** Reads the installation's secret, which signs the links in our mails; undefined before the first start has created it. */
export async function readSecret(db: Database, vault: Vault): Promise<Secret | undefined> {
  const rows = await db.selectFrom('link_secrets').select(['id', 'value']).orderBy('key', 'desc').execute();
  const [newest, ...former] = rows.map(({ id, value }) =>
    Buffer.from(vault.open('link_secrets.value', id, value), 'hex'),
  );
  return newest && [newest, ...former];
}

/** Adds a value to the secret. It signs from the next start on; earlier values still verify. */
export async function addSecret(trx: Database, vault: Vault): Promise<void> {
  const id = newId();
  const value = await vault.seal(trx, 'link_secrets.value', id, randomBytes(32).toString('hex'));
  await trx.insertInto('link_secrets').values({ id, value }).execute();
}

/** Removes all values but the newest: their signatures become invalid at the next start. */
export async function forgetFormerSecrets(trx: Database): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('link_secrets')
    .where('key', '<', ({ selectFrom }) =>
      selectFrom('link_secrets').select(({ fn }) => fn.max('key').as('key')),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
