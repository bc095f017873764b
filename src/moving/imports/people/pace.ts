import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** The longest time that other work in this process waits. */
const turnMilliseconds = 8;
/** While email is being sent, an import works for one part in this many of the time. */
const share = 4;
const lookMilliseconds = 500;

/**
 * Returns a function to be called often: it gives everything else in this process a turn, and pauses while email is being sent. `lanes`
 * says how many work at once, each at its own pace.
 */
export function openPace(db: Database, lanes = 1): () => Promise<void> {
  let since = performance.now();
  let looked = 0;
  let sending = false;
  return async () => {
    const now = performance.now();
    const worked = now - since;
    if (worked < turnMilliseconds) return;
    if (now - looked > lookMilliseconds) {
      sending = await isSending(db);
      looked = now;
    }
    if (sending) await sleep(worked * (share * lanes - 1));
    else await nextTurn();
    since = performance.now();
  };
}

async function isSending(db: Database): Promise<boolean> {
  const { rows } = await sql<{ sending: boolean }>`
    select exists (select from emails where status = 'in_flight' and pause_date is null) as sending`.execute(
    db,
  );
  return rows[0]!.sending;
}
