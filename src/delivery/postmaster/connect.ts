import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { ServiceKey } from './key-file.ts';
import type { Access } from './queries.ts';

/** Stores the key in place of any earlier one, and makes the figures due at once. */
export async function connectPostmaster(
  db: Database,
  vault: Vault,
  { client_email, private_key }: ServiceKey,
): Promise<Access> {
  return inTransaction(db, async trx => {
    const id = newId();
    await trx.deleteFrom('postmaster_access').execute();
    const sealed = await vault.seal(trx, 'postmaster_access.private_key', id, private_key);
    return trx
      .insertInto('postmaster_access')
      .values({ id, client_email, private_key: sealed })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Deletes the key and everything that Gmail has reported. */
export async function disconnectPostmaster(db: Database): Promise<void> {
  await inTransaction(db, async trx => {
    await trx.deleteFrom('postmaster_access').execute();
    await trx.deleteFrom('postmaster_domains').execute();
  });
}
