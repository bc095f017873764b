import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import { grantsOf } from '../standing/queries.ts';
import { standing } from '../standing/standing.ts';
import { mayEnter } from '../standing/type.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

/** Tells a reader in these words what they may read: since when, until which day, and with which message it was given. */
export async function accessOf(
  db: Database,
  { subscriber, newsletter }: { subscriber: Subscriber; newsletter: Newsletter },
  now: Date,
  words: Words,
) {
  const { key, mail_state } = subscriber;
  const grants = (await grantsOf(db, [key])).get(key) ?? [];
  const found = standing(grants, now);
  const cause = grants.find(grant => grant.key === found.grants[0]);
  const day = (at: string | null | undefined) => (at ? words.date(at, newsletter.timezone) : '');
  return {
    standing: found.standing,
    entitled: found.entitled,
    can_sign_in: mayEnter({ mail_state, standing: found.standing }),
    since: day(found.since),
    until: day(found.until),
    begins: found.standing === 'upcoming' ? day(cause?.start_date) : '',
    message: found.gift_message,
  };
}
