import type { Selectable } from 'kysely';
import type { Events } from '../platform/database/schema.ts';

export type Told = Pick<
  Selectable<Events>,
  'id' | 'event_type' | 'creation_date' | 'subscriber_id' | 'email_id' | 'automation_id' | 'data'
> & { newsletter_id: string };

/** The limit that receivers must accept (Standard Webhooks). */
const longestBody = 20_000;

/**
 * Returns the body of a webhook request, identical in every attempt: `{id, event_type, creation_date, data}`. `data` has the ids of the
 * newsletter and of the objects that the event refers to, and further details; beyond 20 kB the details are omitted and `truncated` is set.
 */
export function payloadOf({ id, event_type, creation_date, data, ...ids }: Told): string {
  const named = {
    newsletter: ids.newsletter_id,
    ...(ids.subscriber_id && { subscriber: ids.subscriber_id }),
    ...(ids.email_id && { email: ids.email_id }),
    ...(ids.automation_id && { automation: ids.automation_id }),
  };
  const body = (known: object) =>
    JSON.stringify({ id, event_type, creation_date, data: { ...known, ...named } });
  const whole = body(data as object);
  return Buffer.byteLength(whole) <= longestBody ? whole : body({ truncated: true });
}
