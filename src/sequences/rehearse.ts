import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { type ChangeCaller, createSequence } from './change.ts';
import type { SequenceCreate } from './definition/input.ts';
import { findEdition } from './definition/queries.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import type { PublishContext } from './publish.ts';

/** Creates the sequence, calls `work` with it, and rolls it back, so that nothing is left. Throws the errors of createSequence. */
export async function rehearse<Result>(
  db: Database,
  context: PublishContext,
  caller: ChangeCaller,
  input: SequenceCreate,
  work: (trx: Database, edition: Edition, sequence: Sequence) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async trx => {
    await sql`savepoint rehearsal`.execute(trx);
    const sequence = await createSequence(trx, context, caller, input);
    const result = await work(trx, await findEdition(trx, sequence.key, 1), sequence);
    await sql`rollback to savepoint rehearsal`.execute(trx);
    return result;
  });
}
