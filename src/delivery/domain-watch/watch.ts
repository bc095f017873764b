import type { Newsletter } from '../../accounts/newsletter.ts';
import { checkSoon, findSenderCheck, keepSenderCheck, listSendersDue } from '../../domains/queries.ts';
import {
  type CheckSender,
  openSenderChecks,
  type SenderCheck,
  type SenderContext,
} from '../../domains/sender-check.ts';
import { requestLetter } from '../../letters/request.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import { judgeLook } from './losses.ts';
import { forgetRecords, listRecords, storeRecords } from './queries.ts';

/** Also the time until the first round: so much else happens right after a start. */
const pauseMilliseconds = 600_000;
const atOnce = 20;

type Sender = Pick<Newsletter, 'key' | 'id' | 'from_address' | 'bounce_domain'>;
type WatchContext = Pick<SenderContext, 'relays'> & { db: Database; log: Log };

/**
 * Checks every newsletter's sender in the background, once a day, and each hour while something is wrong, and keeps the
 * result for the overview. Owners get a letter when a record is lost, and when it is back.
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

/** Checks some of the senders that are due, and returns how many could be checked. */
export async function checkSendersDue(
  context: WatchContext,
  check: CheckSender,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db, log } = context;
  let checked = 0;
  for (const newsletter of await listSendersDue(db, atOnce)) {
    if (signal.aborted) break;
    try {
      await checkOne(context, check, newsletter);
      checked += 1;
    } catch (error) {
      log.warn({ err: error, newsletter: newsletter.id }, 'a sender could not be checked; the others are');
    }
  }
  return checked;
}

async function checkOne({ db, relays }: WatchContext, check: CheckSender, newsletter: Sender): Promise<void> {
  const { from_address } = newsletter;
  if ((await relays(db, newsletter)).length > 0)
    return noteLook(db, newsletter, await check(db, newsletter, { fresh: true }));
  // While mail stays in the built-in inbox, its sender need not be trusted, and DNS is not asked.
  await keepSenderCheck(db, newsletter.key, {
    from_address,
    faults: [],
    checked_date: new Date().toISOString(),
  });
  await checkSoon(db, newsletter.key);
}

/**
 * Stores what a look at the sender found. Workers do not wait for each other: if two look at the same sender, only the later look counts.
 * While DNS does not answer, what was wrong before is still taken to be wrong.
 */
async function noteLook(db: Database, newsletter: Sender, look: SenderCheck): Promise<void> {
  const { key, id } = newsletter;
  await inTransaction(db, async trx => {
    const before = look.state === 'unknown' ? await findSenderCheck(trx, key) : undefined;
    const faults = before?.faults ?? look.faults;
    const now = await keepSenderCheck(trx, key, { ...look, faults });
    if (now === undefined) return;
    const { records, gone, isChanged } = judgeLook(await listRecords(trx, key), look.records, now);
    await storeRecords(trx, key, records);
    await forgetRecords(trx, key, gone);
    const isInDoubt = records.some(({ is_lost, doubt_date }) => is_lost || doubt_date !== null);
    if (faults.length > 0 || isInDoubt) await checkSoon(trx, key);
    if (isChanged) await requestLetter(trx, 'tell_domain', id);
  });
}
