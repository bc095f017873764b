import { type Database, inTransaction } from '../database/connect.ts';
import { newId } from '../ids.ts';
import { sentence } from '../sentences/sentence.ts';
import { type HoldReason, isWeak } from './hold-reasons.ts';
import { databaseKey, judge } from './judge.ts';
import type { Place } from './place.ts';
import {
  askForBeat,
  type Beat,
  beat,
  type FenceRow,
  lockFence,
  putOnHold,
  readServer,
  startEpoch,
} from './queries.ts';
import type { Vouching } from './vouching.ts';

/** The state of the epoch that a worker knows from running in it. */
export type Known = Beat & { epoch: string };

export type Decider = {
  db: Database;
  /** Whether other processes may use the database. Then a living one can vouch for this one. */
  is_shared: boolean;
  /** FENCE_NAME. */
  name: string;
  /** The name of the witness; '' if there is none. */
  witness: string;
  place: Place;
  vouching: Vouching;
  /** The id of the restore that made this database, if one did. */
  findRestore(db: Database): Promise<string | null>;
  /** Records the hold in the transaction that begins it. */
  onHold(trx: Database, reason: HoldReason): Promise<void>;
};

export type Decision =
  | { is: 'ours'; known: Known }
  /** A living worker was asked to vouch for the epoch. */
  | { is: 'asked' }
  | { is: 'held'; row: FenceRow };

/**
 * Decides whether this process may use the database, and renews the seal or begins a hold. The row is locked, so that each of several
 * processes sees what the others have decided. Returns undefined if the server was restarted at this very moment.
 */
export async function decide(decider: Decider, known: Known | undefined): Promise<Decision | undefined> {
  const { db, place, name, witness, vouching } = decider;
  const server = await readServer(db);
  const restore = await decider.findRestore(db);
  const database = databaseKey(server);
  const decision = await inTransaction(db, async (trx): Promise<Decision | undefined> => {
    const row = await lockFence(trx);
    if (row.start !== server.start) return undefined;
    if (isHeldForOperator(row)) return { is: 'held', row };
    const found = known
      ? { is: 'here' as const, epochs: { [known.epoch]: { counter: known.counter, database } } }
      : await place.read();
    const verdict = judge({ row, server, found, name, restore, witness });
    if (verdict.is === 'new') {
      const epoch = newId();
      // The place outside comes first, and is marked: if a crash cuts this off, the next start opens an epoch again.
      await place.remember(epoch, { counter: 1, database, is_begun: true });
      await startEpoch(trx, epoch, { name, server, restore, witness });
      return { is: 'ours', known: { epoch, counter: 1, next_transaction: '' } };
    }
    if (verdict.is === 'same' || (verdict.is === 'unknown' && vouching.isVouchedFor(row)))
      return { is: 'ours', known: { epoch: row.epoch!, ...(await beat(trx, { name, server, witness })) } };
    if (verdict.is === 'unknown' && decider.is_shared && vouching.isPatient(row)) {
      await askForBeat(trx);
      return { is: 'asked' };
    }
    return { is: 'held', row: await beginHold(trx, decider, verdict.reason, verdict.because) };
  });
  if (decision?.is === 'ours') {
    const { epoch, counter } = decision.known;
    // From now on the database comes first: the number outside is never ahead of what the database has committed.
    await place.remember(epoch, { counter, database });
  }
  return decision;
}

/** Puts the database on hold if its epoch is still this one, and returns the row. */
export function holdForWitness(decider: Decider, epoch: string | null): Promise<FenceRow> {
  return inTransaction(decider.db, async trx => {
    const row = await lockFence(trx);
    if (row.epoch !== epoch) return row;
    return beginHold(trx, decider, 'witness_moved', sentence('holds.witness_is', { name: decider.witness }));
  });
}

async function beginHold(
  trx: Database,
  { onHold }: Decider,
  reason: HoldReason,
  because: string,
): Promise<FenceRow> {
  if (await putOnHold(trx, reason, because)) await onHold(trx, reason);
  return lockFence(trx);
}

/** Whether only an operator ends the hold. */
export function isHeldForOperator({ state, hold_reason }: FenceRow): boolean {
  return state === 'hold' && !isWeak(hold_reason);
}
