import { requestLetters, scheduleLetters } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { endedGift, endingGift } from '../standing/ends.ts';
import type { Grant } from '../standing/grant.ts';

/** How long before the end of their gift or trial readers are told. */
const notice_ms = 3 * day_ms;

type Person = { id: string; grants: readonly Grant[] };

/** Requests the mail before the end of each gift or trial that lasts longer than the notice. Repeating it changes nothing. */
export async function announceEnds(trx: Database, people: readonly Person[], now: Date): Promise<void> {
  const due = people.flatMap(({ id, grants }) => {
    const end = endingGift(grants, now)?.end_date;
    const date = end === undefined ? Number.NaN : Date.parse(end) - notice_ms;
    return date > now.getTime() ? { subject: id, date: new Date(date).toISOString() } : [];
  });
  await scheduleLetters(trx, 'mail_ending', due);
}

/** Requests the mail to those whose gift or trial has just ended. */
export async function tellEnds(trx: Database, people: readonly Person[], now: Date): Promise<void> {
  const ended = people.filter(({ grants }) => endedGift(grants, now) !== undefined);
  await requestLetters(
    trx,
    'mail_ended',
    ended.map(({ id }) => id),
  );
}
