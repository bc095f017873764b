import { type AbTest, abTestOf, triedOf } from '../../emails/ab-test.ts';
import type { Email } from '../../emails/email.ts';
import { lockEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { domainError, found } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Outcome, Work } from '../../platform/work/work.ts';
import { countTested, findTest, postponeDecision, recordDecision, undecided } from '../ledger/ab-tests.ts';
import { winnerOf } from './ab-statistics.ts';
import { lockEmailById } from './queries.ts';

type DecideContext = { db: Database; clock: Clock; log: Log; wake: () => void };

/** How soon to look again at a test whose email is paused or waits for a request. */
const pause_ms = minute_ms;

export function decisionsWork({ db, clock, log, wake }: DecideContext): Work {
  return {
    ...undecided,
    at_once: 1,
    async handle({ id }) {
      const outcome = await inTransaction(db, trx => decideWhenDue(trx, id, clock()));
      if (outcome === 'done') wake();
      log.debug({ email: id, outcome }, 'the test of an email was looked at');
      return outcome;
    },
  };
}

/**
 * Decides the test of the email if it is due: the rest gets the variant that is the best with a probability of 95 %, or else what the
 * author chose. If not everybody who takes part has been served, everybody gets the full time once more, whatever has been counted.
 * Repeating this does nothing twice.
 */
export async function decideWhenDue(trx: Database, email_id: string, now: Date): Promise<Outcome> {
  const email = await lockEmailById(trx, email_id);
  const test = email && abTestOf(email);
  const begun = email && (await findTest(trx, email.key));
  if (!email || !test || !begun || begun.decision !== null || email.status === 'deleted') return 'done';
  const decide_date = new Date(begun.decide_date);
  if (decide_date > now) return decide_date.getTime() - now.getTime();
  if (!isGoing(email)) return pause_ms;
  const { tried, is_served } = await countTried(trx, email, test);
  if (!is_served || !email.audience_frozen) {
    await postponeDecision(trx, email.key, test.decide_after);
    return pause_ms;
  }
  const winner = winnerOf(tried);
  await recordDecision(trx, email.key, {
    decision: winner === null ? 'undecided' : 'winner',
    winner: winner ?? (test.if_undecided === 'first' ? 1 : null),
    decided_by: null,
    figures: tried,
    date: decide_date,
  });
  return 'done';
}

/**
 * Records that a person decides what the rest gets, whatever has been counted: one variant, or a part of the rest for each variant. Throws
 * `not_found`, `status_invalid` and `request_invalid`.
 */
export async function decideByHand(
  db: Database,
  newsletter_key: number,
  id: string,
  variant: number | 'split',
  by: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async trx => {
    const email = found(await lockEmail(trx, newsletter_key, id), 'email');
    const test = abTestOf(email);
    if (!test || !(await findTest(trx, email.key)))
      throw domainError('status_invalid', 'delivery.no_ab_test');
    const count = test.variants.length + 1;
    if (variant !== 'split' && variant > count)
      throw domainError('request_invalid', 'delivery.no_such_variant', { count });
    const { tried } = await countTried(trx, email, test);
    const is_new = await recordDecision(trx, email.key, {
      decision: 'by_hand',
      winner: variant === 'split' ? null : variant,
      decided_by: by,
      figures: tried,
      date: now,
    });
    if (!is_new) throw domainError('status_invalid', 'delivery.ab_test_decided');
  });
}

/** Whether the email is being sent. With a share of 100 %, it may be sent to everybody before its test is decided. */
function isGoing({ status, pause_date }: Email): boolean {
  return pause_date === null && (status === 'in_flight' || status === 'sent');
}

async function countTried(trx: Database, email: Email, test: AbTest) {
  const asked = (await countTested(trx, email.key)).filter(({ takes_part }) => takes_part);
  return { tried: triedOf(test, asked), is_served: asked.every(one => one.is_served) };
}
