import type { Newsletter } from '../../accounts/newsletter.ts';
import { makeDkimKeys } from '../../domains/keys.ts';
import { checkSoon, findSenderCheck, keepSenderCheck, listSendersDue } from '../../domains/queries.ts';
import {
  type CheckSender,
  openSenderChecks,
  type SenderCheck,
  type SenderContext,
} from '../../domains/sender-check.ts';
import { requestLetters } from '../../letters/request.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { judgeLook } from './losses.ts';
import { forgetRecords, listRecords, storeRecords } from './queries.ts';
import { moveKeys, type Successor } from './rotate.ts';

/** The time between two rounds, and until the first one, because much else happens right after a start. */
const pauseMilliseconds = 600_000;
const atOnce = 20;

type Sender = Pick<Newsletter, 'key' | 'id' | 'from_address' | 'bounce_domain' | 'dkim_rotation_months'>;
type WatchContext = Pick<SenderContext, 'relays' | 'clock'> & { db: Database; vault: Vault; log: Log };

/**
 * Checks every newsletter's sender in the background, once a day, and each hour while something is wrong, and keeps the result for the
 * overview. Owners get a letter when a record is lost, and when it is back. DKIM keys begin to sign when DNS has them, and are replaced on
 * schedule.
 */
export function watchSenders(context: SenderContext & WatchContext): Rounds {
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
      log.warn(
        { err: error, newsletter: newsletter.id },
        'a sender could not be checked; others are still checked',
      );
    }
  }
  return checked;
}

async function checkOne(context: WatchContext, check: CheckSender, newsletter: Sender): Promise<void> {
  const { db, relays, vault, clock } = context;
  const { key, from_address } = newsletter;
  if ((await relays(db, newsletter)).length === 0) {
    // While mail stays in the built-in inbox, its sender need not be trusted, so DNS is not asked.
    await keepSenderCheck(db, key, { from_address, faults: [], checked_date: new Date().toISOString() });
    return checkSoon(db, key);
  }
  const successor = await noteLook(db, newsletter, await check(db, newsletter, { fresh: true }));
  if (!successor) return;
  await makeDkimKeys(db, vault, newsletter, { ...successor, now: clock(), is_planned: true });
  await checkSoon(db, key);
}

/**
 * Stores the result of a look at the sender, with the consequences. Workers do not wait for each other: if two look at the same sender,
 * only the later look counts. While DNS does not answer, earlier faults still count as faults. Returns where to make a successor of the
 * keys, if one is due.
 */
async function noteLook(db: Database, newsletter: Sender, look: SenderCheck): Promise<Successor | undefined> {
  const { key, id } = newsletter;
  return inTransaction(db, async trx => {
    const before = look.state === 'unknown' ? await findSenderCheck(trx, key) : undefined;
    const faults = before?.faults ?? look.faults;
    const kept = await keepSenderCheck(trx, key, { ...look, faults });
    if (!kept) return undefined;
    const { now, is_steady } = kept;
    const { records, gone } = judgeLook(await listRecords(trx, key), look.records, now);
    await storeRecords(trx, key, records);
    await forgetRecords(trx, key, gone);
    const { is_waiting, successor } = await moveKeys(trx, newsletter, { states: look.keys, now, is_steady });
    const isInDoubt = records.some(({ is_lost, doubt_date }) => is_lost || doubt_date !== null);
    if (faults.length > 0 || isInDoubt || is_waiting || !is_steady) await checkSoon(trx, key);
    if (records.some(({ is_lost, is_told }) => is_lost !== is_told))
      await requestLetters(trx, 'tell_domain', [id]);
    return successor;
  });
}
