import { counted } from '../platform/counted.ts';
import { inTransaction } from '../platform/database/connect.ts';
import type { ServeContext } from './context.ts';
import type { Mailing } from './mailings.ts';
import { moveEmail } from './move.ts';
import { lockEmailById, noteServed } from './queries.ts';

const hour = 3_600_000;

/**
 * Says that the email is being served, and whether it may be: not while it is paused; and when nobody has served it for longer than the newsletter
 * wants to be late (everything was stopped), its rest becomes errored instead and waits to be asked for.
 */
export async function takeUp(
  { db, clock }: Pick<ServeContext, 'db' | 'clock'>,
  mailing: Mailing,
): Promise<boolean> {
  const now = clock();
  const hours = Math.max(1, mailing.newsletter.late_schedule_hours); // a chunk alone may take a while
  if (await noteServed(db, mailing.email.key, now, hours)) return true;
  return inTransaction(db, async trx => {
    const email = await lockEmailById(trx, mailing.email.id);
    if (email?.pause_date) return false;
    if (email?.status !== 'in_flight') return email?.status === 'sent';
    const idle = now.getTime() - Date.parse(email.served_date ?? email.status_date);
    if (idle > hours * hour) {
      const status_reason = `Nothing was running for over ${counted(hours, 'hour')} (late_schedule_hours) in the middle of it. Send it with status about_to_send if those who have not got it yet are still to get it.`;
      await moveEmail(trx, email, 'errored', { status_reason });
      return false;
    }
    return noteServed(trx, email.key, now, hours);
  });
}
