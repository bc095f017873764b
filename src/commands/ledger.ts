import { findDiscrepancies, recount } from '../delivery/ledger/counts.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/connect.ts';

/** `postrider ledger recount`: counts the ledger's rows again wherever the kept counts differ. */
export async function recountLedger(db: Database): Promise<void> {
  console.log(`Counted ${counted(await recount(db), 'chunk')} again.`);
}

/** `postrider ledger verify`: compares the kept counts with the ledger's rows. The exit code is 1 if any differ. */
export async function verifyLedger(db: Database): Promise<number> {
  const wrong = await findDiscrepancies(db);
  for (const { email_id, first_key, last_key, kept, counted: found } of wrong) {
    console.log(
      `email ${email_id}, recipients ${first_key} to ${last_key}: kept ${JSON.stringify(kept)}, counted ${JSON.stringify(found)}`,
    );
  }
  if (wrong.length === 0) {
    console.log("Every kept count equals the ledger's rows.");
    return 0;
  }
  console.error(
    `${counted(wrong.length, 'chunk')} ${wrong.length === 1 ? 'differs' : 'differ'}. Correct them with: postrider ledger recount`,
  );
  return 1;
}
