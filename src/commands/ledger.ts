import { findDiscrepancies, recount } from '../delivery/ledger/counts.ts';
import { findWrongDecisions } from '../delivery/sending/verify-tests.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Replicas } from '../platform/replicas/replicas.ts';
import { counted } from '../platform/sentences/counted.ts';
import { findSequenceFaults } from '../sequences/verify.ts';

/** `postrider ledger recount`: recounts the ledger's rows wherever the stored counts differ. */
export async function recountLedger(db: Database): Promise<void> {
  console.log(`Recounted ${counted(await recount(db), 'chunk')}.`);
}

/**
 * `postrider ledger verify`: compares the stored counts, and the steps of sequences, with the ledger's rows, and decides A/B tests again.
 * The exit code is 1 if any differ.
 */
export async function verifyLedger(replicas: Replicas): Promise<number> {
  const { wrong, faults, decisions } = await replicas.readNow(async db => ({
    wrong: await findDiscrepancies(db),
    faults: await findSequenceFaults(db),
    decisions: await findWrongDecisions(db),
  }));
  for (const { email_id, first_key, last_key, kept, counted: found } of wrong) {
    console.log(
      `email ${email_id}, recipients ${first_key} to ${last_key}: stored ${JSON.stringify(kept)}, counted ${JSON.stringify(found)}`,
    );
  }
  for (const { sequence_id, what, count } of faults)
    console.error(`sequence ${sequence_id}: ${counted(count, 'run')}: ${what.replaceAll('_', ' ')}`);
  for (const id of decisions)
    console.error(`email ${id}: the decision of its A/B test does not follow from what was counted`);
  const isRight = faults.length + decisions.length === 0;
  if (wrong.length === 0) {
    console.log("Every stored count matches the ledger's rows.");
    if (faults.length === 0) console.log('Every step of a sequence matches the ledger.');
    return isRight ? 0 : 1;
  }
  console.error(
    `${counted(wrong.length, 'chunk')} ${wrong.length === 1 ? 'differs' : 'differ'}. Correct them with: postrider ledger recount`,
  );
  return 1;
}
