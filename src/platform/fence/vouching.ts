import type { FenceRow } from './queries.ts';

/**
 * A process that does not know the epoch asks a living worker to increase the counter. The counter of a copy does not increase by itself.
 */
export type Vouching = {
  /** Whether a living worker has increased the counter since this process asked. */
  isVouchedFor(row: FenceRow): boolean;
  /** Whether to keep waiting for a worker. The first call for an epoch counts as the moment when this process asks. */
  isPatient(row: FenceRow): boolean;
  /** Forgets that it asked. */
  forget(): void;
};

export function openVouching(patience_ms: number): Vouching {
  let asked: { epoch: string; counter: number; since: number } | undefined;
  return {
    isVouchedFor: row =>
      row.state === 'open' &&
      row.is_server_ours &&
      asked !== undefined &&
      asked.epoch === row.epoch &&
      row.counter > asked.counter,
    isPatient({ epoch, counter }) {
      if (asked?.epoch !== epoch) asked = { epoch: epoch!, counter, since: performance.now() };
      return performance.now() - asked!.since < patience_ms;
    },
    forget() {
      asked = undefined;
    },
  };
}
