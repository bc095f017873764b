import { scheduleLetters } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Grant } from '../standing/grant.ts';

/**
 * Requests a mail to the reader of each new gift when the gift begins. A gift that began before `now` was given elsewhere, and its reader
 * knows.
 */
export async function announceGifts(trx: Database, grants: readonly Grant[], now: Date): Promise<void> {
  const gifts = grants.filter(
    ({ kind, start_date }) => kind === 'gift' && Date.parse(start_date) >= now.getTime(),
  );
  await scheduleLetters(
    trx,
    'mail_gift',
    gifts.map(({ id, start_date }) => ({ subject: id, date: start_date })),
  );
}
