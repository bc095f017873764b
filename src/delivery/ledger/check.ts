import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Replicas } from '../../platform/replicas/replicas.ts';
import { requestWork } from '../../platform/work/request.ts';
import type { Work } from '../../platform/work/work.ts';
import {
  advanceCheck,
  beginCheck,
  type Check,
  findCheck,
  listToCheck,
  type WrongEmail,
} from './check-queries.ts';
import { columns, type Discrepancy, findDiscrepancies } from './counts.ts';

type CheckContext = { db: Database; replicas: Replicas };

/** The most chunks that one statement compares, unless a single email has more. */
const mostChunks = 500;
const mostWrong = 100;

/** Starts a check of all emails in the background, unless one is in progress. Returns the one that is. */
export async function startCheck(db: Database): Promise<Check> {
  return inTransaction(db, async trx => {
    await beginCheck(trx, newId());
    const check = (await findCheck(trx))!;
    await requestWork(trx, 'ledger_checks', check.id);
    return check;
  });
}

export function checksWork({ db, replicas }: CheckContext): Work {
  return {
    table: 'ledger_checks',
    leaves: false,
    at_once: 1,
    async handle({ id }) {
      await runCheck({ db, replicas }, id);
      return 'done';
    },
  };
}

/**
 * Checks the emails of this check, the newest first, and stores the results as it goes, so that a worker continues where another was
 * killed. Pauses as long as each statement took, so that sending can use the database.
 */
async function runCheck({ db, replicas }: CheckContext, id: string): Promise<void> {
  await replicas.noteChange(id); // they show the state when the check began
  for (;;) {
    const check = await findCheck(db);
    if (check?.id !== id || check.completion_date !== null) return;
    const since = performance.now();
    const found = await listToCheck(db, check.next_key);
    const some = upTo(mostChunks, found);
    const keys = some.map(({ key }) => key);
    const wrong =
      keys.length > 0 ? byEmail(await replicas.read(id, reads => findDiscrepancies(reads, keys))) : [];
    const advanced = await advanceCheck(db, check, {
      next_key: keys.at(-1) ?? null,
      checked: keys.length,
      wrong_count: check.wrong_count + wrong.length,
      wrong: [...check.wrong, ...wrong].slice(0, mostWrong),
      is_done: keys.length === 0,
    });
    if (!advanced) return; // another worker does the same check
    await sleep(performance.now() - since);
  }
}

function upTo(most: number, found: { key: number; chunks: number }[]) {
  let sum = 0;
  return found.filter(({ chunks }, index) => {
    sum += chunks;
    return index === 0 || sum <= most;
  });
}

/** Adds up the differences of each email. */
function byEmail(discrepancies: Discrepancy[]): WrongEmail[] {
  const groups = Map.groupBy(discrepancies, ({ email_id }) => email_id);
  return [...groups].map(([email_id, chunks]) => {
    const differing = columns.filter(name =>
      chunks.some(({ kept, counted }) => kept[name] !== counted[name]),
    );
    const sum = (of: 'kept' | 'counted') =>
      Object.fromEntries(
        differing.map(name => [name, chunks.reduce((total, chunk) => total + chunk[of][name]!, 0)]),
      );
    return { email_id, chunks: chunks.length, stored: sum('kept'), counted: sum('counted') };
  });
}
