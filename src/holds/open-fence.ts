import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Fence, openFence } from '../platform/fence/fence.ts';
import { openWitness } from '../platform/fence/witness.ts';
import type { Log } from '../platform/log.ts';
import { findRestore } from './queries.ts';
import { recordHold } from './record-hold.ts';

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
    ...{ ...given, data_dir, name, witness },
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
