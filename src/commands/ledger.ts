import { findDiscrepancies, recount } from '../deliveries/counts.ts';
import type { Database } from '../platform/database/connect.ts';
import { UsageError } from './usage.ts';

/** `postrider ledger verify | recount`: whether the counts that are kept are those of the ledger's rows. */
export async function ledger(db: Database, [action]: string[]): Promise<void> {
  if (action === 'recount') {
    console.log(`${await recount(db)} chunks were counted anew.`);
    return;
  }
  if (action !== 'verify') throw new UsageError('Say: postrider ledger verify, or postrider ledger recount');
  const wrong = await findDiscrepancies(db);
  for (const { email_id, first_key, last_key, kept, counted } of wrong) {
    console.log(
      `email ${email_id}, recipients ${first_key} to ${last_key}: kept ${JSON.stringify(kept)}, counted ${JSON.stringify(counted)}`,
    );
  }
  if (wrong.length > 0) {
    console.error(`${wrong.length} chunks differ. Mend them with: postrider ledger recount`);
    process.exitCode = 1;
  } else console.log('Every count that is kept is that of its rows.');
}
