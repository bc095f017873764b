import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { ReadAction } from './definition/read-actions.ts';

/** The text that callers who may not see a key see instead, and send back to keep it. */
const hidden = '***';

const column = 'sequence_signing_keys.signing_key';

/** Opens the signing keys of a sequence's requests. Its steps contain only their ids. */
export async function openKeys(trx: Database, vault: Vault, sequence_key: number) {
  const { rows } = await sql<{ id: string; signing_key: string }>`
    select id, signing_key from sequence_signing_keys where sequence_key = ${sequence_key} order by id`.execute(
    trx,
  );
  const keys = new Map(rows.map(({ id, signing_key }) => [id, vault.open(column, id, signing_key)]));
  return {
    /** Returns the action with the id of its key in place of the key. */
    async seal(action: ReadAction): Promise<ReadAction> {
      const { signing_key } = action.metadata;
      if (action.type !== 'send_post_request' || typeof signing_key !== 'string' || signing_key === '')
        return action;
      const known = [...keys].findLast(
        ([id, key]) => signing_key === hidden || key === signing_key || id === signing_key,
      );
      const id = known?.[0] ?? newId();
      if (!known) {
        keys.set(id, signing_key);
        const sealed = await vault.seal(trx, column, id, signing_key);
        await sql`
          insert into sequence_signing_keys (id, sequence_key, signing_key) values (${id}, ${sequence_key}, ${sealed})`.execute(
          trx,
        );
      }
      return { ...action, metadata: { ...action.metadata, signing_key: id } };
    },
    /** Returns the action as it was sent; without `reveals`, its key is hidden. */
    show(action: Record<string, unknown>, reveals: boolean): Record<string, unknown> {
      const { metadata } = action as { metadata?: Record<string, unknown> };
      const key = typeof metadata?.signing_key === 'string' ? keys.get(metadata.signing_key) : undefined;
      if (key === undefined) return action;
      return { ...action, metadata: { ...metadata, signing_key: reveals ? key : hidden } };
    },
  };
}
