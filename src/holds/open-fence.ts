import { leaveDomains, listNewsletters } from '../accounts/queries.ts';
import { recordAudit } from '../journal/audit/record.ts';
import { recordEvent } from '../journal/record.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Fence, openFence } from '../platform/fence/fence.ts';
import type { HoldReason } from '../platform/fence/hold-reasons.ts';
import { openWitness } from '../platform/fence/witness.ts';
import type { Log } from '../platform/log.ts';
import { findRestore } from './queries.ts';

/**
 * Opens the fence as the settings say. With `is_shared`, other processes may use the database, and a living one can vouch for
 * this one.
 */
export async function openFenceAsSet(
  { DATA_DIR: data_dir, FENCE_NAME: name, FENCE_WITNESS }: Config,
  given: { db: Database; log: Log; is_shared: boolean },
): Promise<Fence> {
  const witness = FENCE_WITNESS === undefined ? undefined : await openWitness(FENCE_WITNESS);
  const fence = await openFence({
    ...given,
    data_dir,
    name,
    witness,
    findRestore: async db => (await findRestore(db))?.id ?? null,
    onHold: recordHold,
  });
  return {
    ...fence,
    async stop() {
      await fence.stop();
      witness?.close();
    },
  };
}

/**
 * Records, in the transaction that begins the hold, that nothing goes out, and why. Until the hold ends, the pages of newsletters are at
 * the installation's own address, because their domains may lead to the original.
 */
export async function recordHold(trx: Database, reason: HoldReason): Promise<void> {
  await recordAudit(
    trx,
    { type: 'service' },
    { newsletter_id: null, action: 'installation.held', object_id: null, details: { reason } },
  );
  await leaveDomains(trx);
  for (const { key } of await listNewsletters(trx))
    await recordEvent(trx, key, { event_type: 'installation.held', data: { reason } });
}
