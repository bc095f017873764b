import { type Database, poolOf } from '../../../platform/database/connect.ts';
import { openPace } from './pace.ts';

/**
 * Works on two items at a time, in their order; on one if the pool has few connections. After an error it begins no further item, waits for
 * those under way, and throws the error. Rests while email is being sent.
 */
export async function inLanes<Item>(
  db: Database,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const lanes = poolOf(db).options.max < 6 ? 1 : 2;
  const waiting = [...items];
  const lane = async () => {
    const pace = openPace(db, lanes);
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(item);
        await pace();
      }
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find(one => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Returns the places from 0 to `count` in stretches of this size. */
export function stretchesOf(count: number, size: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, n) => ({
    from: n * size,
    to: Math.min(count, (n + 1) * size),
  }));
}
