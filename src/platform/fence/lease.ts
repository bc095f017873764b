import { type Database, inTransaction } from '../database/connect.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import {
  announceToken,
  endLease,
  type Known,
  noteTrouble,
  startLease,
  withdrawToken,
} from './lease-queries.ts';
import { type FenceRow, lockFence, readFence } from './queries.ts';
import { type Witness, WitnessError } from './witness.ts';

export type Lease = {
  /**
   * Renews the lease of the epoch in `row` when it is due, and says whether work may go out. `lost`: another copy of the database has moved
   * the witness.
   */
  keep(row: FenceRow): Promise<'running' | 'none' | 'lost'>;
  /** Gives the lease up, so that the next start need not wait for its end. */
  end(epoch: string): Promise<void>;
};

/**
 * Lets work go out only while the witness is moved regularly. Moving it requires knowing its content, and a copy of the database knows the
 * content only until the original moves the witness again. Without a witness there is always a lease.
 */
export function openLease(db: Database, witness: Witness | undefined, log: Log): Lease {
  let is_tested = false;
  let trouble = '';
  return {
    async keep(row) {
      if (!witness || row.witness !== witness.name || !row.is_lease_due) return stateOf(row);
      const known = { epoch: row.epoch!, witness: witness.name };
      try {
        if ((await renew(witness, known)) === 'lost') return 'lost';
        if (trouble !== '') log.info('the witness of the fence can be used again');
        trouble = '';
      } catch (error) {
        if (!(error instanceof WitnessError)) throw error;
        if (trouble === '')
          log.error(
            { reason: error.message },
            'The witness of the fence cannot be used. Sending pauses until it can.',
          );
        trouble = error.message;
        await noteTrouble(db, known, trouble);
      }
      return stateOf(await readFence(db));
    },
    async end(epoch) {
      if (witness) await endLease(db, { epoch, witness: witness.name });
    },
  };

  /** Renews the lease. `again`: another process of this database was faster, or the epoch has ended. */
  async function renew(witness: Witness, known: Known): Promise<'renewed' | 'again' | 'lost'> {
    const seen = await witness.read();
    const token = newToken();
    // The token is recorded first, so that a crash after the write leaves nothing unknown.
    const announced = await announceToken(db, known, { seen: seen.token, token });
    if (!announced) return (await isLost(witness, known)) ? 'lost' : 'again';
    if (!(await witness.replace(seen, token))) {
      await withdrawToken(db, known, token);
      return 'again';
    }
    if (!is_tested) await witness.test(token);
    is_tested = true;
    await startLease(db, known, { token, ...announced });
    return 'renewed';
  }

  /** Checks again whether the witness is lost, while no other process can announce or confirm a token. */
  async function isLost(witness: Witness, known: Known): Promise<boolean> {
    return inTransaction(db, async trx => {
      const row = await lockFence(trx);
      if (row.state !== 'open' || row.epoch !== known.epoch || row.witness !== known.witness) return false;
      const { token } = await witness.read();
      return !row.witness_adopts && !row.witness_tokens.includes(token);
    });
  }
}

function stateOf(row: FenceRow | undefined): 'running' | 'none' {
  return row?.is_leased ? 'running' : 'none';
}

/**
 * Returns a new token. Random numbers alone could be the same in two clones of one machine, which have the same memory; their clocks
 * differ.
 */
function newToken(): string {
  return `${newId()}.${process.hrtime.bigint()}`;
}
