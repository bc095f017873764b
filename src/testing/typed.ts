import { sql } from 'kysely';
import { typeOf, wordOf } from '../audience/standing/type.ts';
import type { Database } from '../platform/database/connect.ts';
import type { SubscriberType } from '../platform/database/schema.ts';

/**
 * Returns the columns of a subscriber of this type, for rows that a test writes itself. They have no grant, so nobody is entitled at
 * hand-over. `paused` means somebody who has paused their mail.
 */
export function typed(type: SubscriberType) {
  const word = type === 'paused' ? { mail_state: type } : wordOf(type);
  const state = { mail_state: 'subscribed', standing: 'regular', ...word } as const;
  return { ...state, type: typeOf(state) };
}

/** Gives a grant without an end to everybody whose standing entitles them and who has none. */
export async function giveGrants(db: Database): Promise<void> {
  await sql`
    insert into grants (id, newsletter_key, subscriber_key, kind, state, source, reference, start_date)
    select gen_random_uuid(), newsletter_key, key,
      case standing when 'gifted' then 'gift' when 'trialed' then 'trial' else 'outside' end::grant_kind,
      case when standing in ('churning', 'past_due') then standing::text else 'running' end::grant_state, 'client', id::text,
      creation_date - interval '1 day'
    from subscribers where standing in ('premium', 'gifted', 'trialed', 'churning', 'past_due') and not exists (select from grants where subscriber_key = subscribers.key)`.execute(
    db,
  );
}
