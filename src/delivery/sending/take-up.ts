import { noteServed } from '../../emails/in-flight.ts';
import { moveEmail } from '../../emails/move.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Chunk } from '../ledger/delivery.ts';
import type { ServeContext } from './context.ts';
import type { Mailing } from './mailings.ts';
import { lockEmailById } from './queries.ts';
import { tell } from './tell.ts';

/**
 * Records that the email is being served, and returns whether it may be: not while it is paused. If nobody has served it for longer than
 * the newsletter allows (because everything was stopped), the rest becomes errored instead and waits for a request. Logs only the first
 * time.
 */
export async function takeUp(
  context: Pick<ServeContext, 'db' | 'clock' | 'log'>,
  { email: { key, id }, newsletter }: Mailing,
  { due_date: due }: Pick<Chunk, 'due_date'>,
): Promise<boolean> {
  const { db, clock } = context;
  const now = clock();
  const hours = Math.max(1, newsletter.late_schedule_hours); // a single chunk may take a while
  const served = await noteServed(db, key, now, { hours, due });
  if (served?.is_first) await tell(context, key, 'starts');
  if (served) return true;
  const found = await inTransaction(db, async trx => {
    const email = await lockEmailById(trx, id);
    if (email?.pause_date) return 'paused';
    if (email?.status !== 'in_flight') return email?.status;
    const dates = [email.served_date ?? email.status_date, email.turn_date, due];
    const idle = now.getTime() - Math.max(...dates.map(date => (date === null ? 0 : Date.parse(date))));
    if (idle > hours * hour_ms) {
      const status_reason = sentence('delivery.interrupted', { hours });
      await moveEmail(trx, email, 'errored', 'service', { status_reason });
      return 'late';
    }
    return (await noteServed(trx, email.key, now, { hours, due })) && 'in_flight';
  });
  if (found === 'late') await tell(context, key, 'failed');
  return found === 'in_flight' || found === 'sent' || found === 'transactional';
}
