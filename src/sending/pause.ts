import { lockEmail } from '../emails/queries.ts';
import { recordEvent } from '../events/record.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { finishIfServed } from './finish.ts';
import { pauseRow, resumeRow } from './queries.ts';

type Pause = { by: string; reason: string };

/** Nobody else of the email is handed over from within two seconds on; false when it is not in flight or paused already. */
export async function pause(db: Database, email_key: number, { by, reason }: Pause): Promise<boolean> {
  return inTransaction(db, async trx => {
    const email = await pauseRow(trx, email_key, { by, reason });
    if (!email) return false;
    await recordEvent(trx, email.newsletter_key, {
      event_type: 'email.paused',
      email_id: email.id,
      data: { by, reason },
    });
    return true;
  });
}

/** As pause, on a client's wish; what is paused already stays as it is. Throws `not_found` and `status_invalid`. */
export async function pauseByHand(
  db: Database,
  newsletter_key: number,
  id: string,
  by: string,
): Promise<void> {
  await inTransaction(db, async trx => {
    const email = await lockInFlight(trx, newsletter_key, id);
    await pause(trx, email.key, { by, reason: '' });
  });
}

/** The email goes on with those not served yet; one that is not paused does so anyway. Throws `not_found` and `status_invalid`. */
export async function resumeByHand(
  db: Database,
  clock: Clock,
  newsletter_key: number,
  id: string,
  by: string,
): Promise<void> {
  await inTransaction(db, async trx => {
    const email = await lockInFlight(trx, newsletter_key, id);
    if (!(await resumeRow(trx, email.key, clock()))) return;
    await recordEvent(trx, newsletter_key, { event_type: 'email.resumed', email_id: email.id, data: { by } });
    await finishIfServed(trx, email.key); // the pause may have come behind the last one
  });
}

async function lockInFlight(trx: Database, newsletter_key: number, id: string) {
  const email = await lockEmail(trx, newsletter_key, id);
  if (!email) throw notFound('email');
  if (email.status === 'in_flight') return email;
  throw new DomainError(
    'status_invalid',
    `The email is ${email.status}; only one that is in_flight can be paused and resumed.`,
  );
}
