import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { findSenderCheck, keepSenderCheck, listSendersDue } from './queries.ts';
import { type CheckSender, openSenderChecks, type SenderContext } from './sender-check.ts';

/** Also the time until the first round: so much else happens right after a start. */
const pauseMilliseconds = 600_000;
const atOnce = 20;

/**
 * Checks every newsletter's sender in the background, once a day, and each hour while something is wrong, and keeps the
 * result for the overview. Workers do not wait for each other: if two check the same sender, the later result is kept.
 */
export function watchSenders(context: SenderContext & { db: Database; log: Log }): Rounds {
  const check = openSenderChecks(context);
  return startRounds(
    async signal => ((await checkSendersDue(context, check, signal)) === atOnce ? 'at_once' : 'after_pause'),
    {
      first_ms: pauseMilliseconds,
      pause_ms: pauseMilliseconds,
      log: context.log,
      failure: 'the check of senders failed',
    },
  );
}

/**
 * Checks some of the senders that are due, and returns how many could be checked. While DNS does not answer, what was wrong
 * before is still taken to be wrong.
 */
export async function checkSendersDue(
  { db, log }: { db: Database; log: Log },
  check: CheckSender,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let checked = 0;
  for (const newsletter of await listSendersDue(db, atOnce)) {
    if (signal.aborted) break;
    try {
      const found = await check(db, newsletter, { fresh: true });
      const before = found.state === 'unknown' ? await findSenderCheck(db, newsletter.key) : undefined;
      await keepSenderCheck(db, newsletter.key, { ...found, faults: before?.faults ?? found.faults });
      checked += 1;
    } catch (error) {
      log.warn({ err: error, newsletter: newsletter.id }, 'a sender could not be checked; the others are');
    }
  }
  return checked;
}
