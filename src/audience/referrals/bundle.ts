import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, recordsOf, stamp, stampOrNull, uuid } from '../../platform/bundle/part.ts';
import { refusals } from './referral.ts';

/** The referrals, oldest first. Bundles of earlier versions have none. */
export const referralsPart = definePart({
  name: 'referrals',
  may_be_missing: true,
  line: z.strictObject({
    subscriber_id: uuid,
    referrer_id: uuid,
    networks: z.array(z.string()),
    creation_date: stamp,
    settled_date: stampOrNull,
    refusal: z.enum(refusals).nullable(),
  }),
  rows: ({ newsletter }) => sql`
    select subscribers.id as subscriber_id, referrer.id as referrer_id, networks, referrals.creation_date, settled_date, refusal
    from referrals
    join subscribers on subscribers.key = subscriber_key
    join subscribers referrer on referrer.key = referrer_key
    where subscribers.newsletter_key = ${newsletter.key} order by subscriber_key`,
  insert: ({ newsletter }, lines) => sql`
    insert into referrals (subscriber_key, referrer_key, networks, creation_date, settled_date, refusal)
    select subscribers.key, referrer.key, line.networks, line.creation_date, line.settled_date, line.refusal
    from ${recordsOf(
      lines,
      `subscriber_id uuid, referrer_id uuid, networks text[], creation_date timestamptz, settled_date timestamptz, refusal text`,
    )}
    join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    join subscribers referrer on referrer.id = referrer_id and referrer.newsletter_key = ${newsletter.key}
    order by place`,
});
