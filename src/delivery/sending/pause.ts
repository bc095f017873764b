import type { Caller } from '../../accounts/caller.ts';
import type { Email } from '../../emails/email.ts';
import { pauseRow, resumeRow } from '../../emails/in-flight.ts';
import { countPlanned, lockEmail } from '../../emails/queries.ts';
import {
  type BoundKey,
  countOwn,
  findBoundKey,
  refuseUnapproved,
  spend,
} from '../../emails/recipients-bound.ts';
import { recordEvent } from '../../journal/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { demandPlannedTagged } from './demand-planned-tagged.ts';
import { finishIfServed } from './finish.ts';
import { complaintsOf } from './queries.ts';
import { type TellContext, tell } from './tell.ts';

type Pause = {
  by: string;
  reason: string;
  /** The email's `resume_date` at the time when the reason was found. */
  since?: string | null;
};

/** Stops the email within two seconds. Returns false if the email is not in flight, is already paused, or was resumed meanwhile. */
async function pause(db: Database, email_key: number, given: Pause): Promise<boolean> {
  const { by, reason } = given;
  return inTransaction(db, async trx => {
    const email = await pauseRow(trx, email_key, given);
    if (!email) return false;
    await recordEvent(trx, email.newsletter_key, {
      event_type: 'email.paused',
      email_id: email.id,
      data: { by, reason },
    });
    return true;
  });
}

/** Like pause, but also logs it. */
export async function pauseAndTell(context: TellContext, email_key: number, given: Pause): Promise<boolean> {
  const paused = await pause(context.db, email_key, given);
  if (paused) await tell(context, email_key, 'is paused');
  return paused;
}

/** Like pause, at a client's request; an email that is already paused is unchanged. Throws `not_found` and `status_invalid`. */
export async function pauseByHand(
  context: TellContext,
  newsletter_key: number,
  id: string,
  by: string,
): Promise<void> {
  const paused = await inTransaction(context.db, async trx => {
    const email = await lockInFlight(trx, newsletter_key, id);
    return (await pause(trx, email.key, { by, reason: '' })) ? email.key : undefined;
  });
  if (paused !== undefined) await tell(context, paused, 'is paused');
}

/**
 * Resumes the email for the recipients not served yet; does nothing if it is not paused. Throws `not_found`, `status_invalid`, and
 * `bound_exceeded` if the key could not have sent it.
 */
export async function resumeByHand(
  context: TellContext & { clock: Clock },
  newsletter_key: number,
  id: string,
  { by, name }: Pick<Caller, 'by' | 'name'>,
): Promise<void> {
  const resumed = await inTransaction(context.db, async trx => {
    const email = await lockInFlight(trx, newsletter_key, id);
    const bound = await findBoundKey(trx, newsletter_key, by, { held: true });
    if (bound) await spendOnRest(trx, bound, email);
    if (!(await resumeRow(trx, email.key, context.clock(), complaintsOf))) return undefined;
    await recordEvent(trx, newsletter_key, {
      event_type: 'email.resumed',
      email_id: email.id,
      data: { by: name },
    });
    // The email may have been paused after its last recipient was served.
    return { key: email.key, finished: await finishIfServed(trx, email.key) };
  });
  if (resumed) await tell(context, resumed.key, resumed.finished ? 'was sent' : 'is resumed');
}

/** Counts the recipients who must still be served for the key that resumes the email, as if it had sent it. */
async function spendOnRest(trx: Database, bound: BoundKey, email: Email): Promise<void> {
  refuseUnapproved(bound);
  await demandPlannedTagged(trx, bound, email);
  const total = await countPlanned(trx, email.key);
  await spend(trx, bound, email.key, total - (await countOwn(trx, bound, email.key)));
}

async function lockInFlight(trx: Database, newsletter_key: number, id: string) {
  const email = found(await lockEmail(trx, newsletter_key, id), 'email');
  if (email.status === 'in_flight') return email;
  throw domainError('status_invalid', 'delivery.not_in_flight', { status: email.status });
}
