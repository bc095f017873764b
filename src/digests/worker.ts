import { type RawBuilder, sql } from 'kysely';
import { findDueDigest, firstDigestDate } from '../delivery/ledger/digest-items.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { warnRarely } from '../platform/warn-rarely.ts';
import { type DigestContext, makeDigest } from './make.ts';

const failure = 'a digest could not be made';

/**
 * Sends digests that are due, until stopped, to those who chose fewer mails. Any number of processes can run this in parallel. `wake`
 * tells the lane that there is mail to send.
 */
export function startDigests(context: DigestContext & { wake: () => void }): Rounds {
  const { db, clock, log, wake } = context;
  const warn = warnRarely(log, failure);
  /** Newsletters whose turn failed. They wait until every other newsletter that is due has had its turn. */
  let failed: number[] = [];
  const round = async () => {
    const newsletter_key = await findDueDigest(db, clock(), failed);
    if (newsletter_key === undefined) {
      failed = [];
      return 'after_pause' as const;
    }
    try {
      if (await makeDigest(context, newsletter_key)) wake();
    } catch (error) {
      warn(error);
      failed.push(newsletter_key);
    }
    return 'at_once' as const;
  };
  const condition = (now: RawBuilder<string>) => sql`${firstDigestDate} <= ${now}`;
  return startRounds(round, { pause_ms: 1000, due: { db, clock, condition }, log, failure });
}
