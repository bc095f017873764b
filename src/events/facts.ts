import { type RawBuilder, sql } from 'kysely';
import { isId } from '../platform/ids.ts';

/** What the ledger of deliveries knows already, so that it is read from there and not written twice. */
export const derivedEventTypes = ['subscriber.delivered', 'subscriber.opened', 'subscriber.clicked'] as const;
export type DerivedEventType = (typeof derivedEventTypes)[number];

const rules: Record<DerivedEventType, { date: RawBuilder<string>; holds: RawBuilder<boolean> }> = {
  'subscriber.delivered': {
    date: sql`deliveries.status_date`,
    holds: sql`deliveries.status in ('accepted', 'complained')`,
  },
  'subscriber.opened': { date: sql`deliveries.open_date`, holds: sql`deliveries.open_date is not null` },
  'subscriber.clicked': { date: sql`deliveries.click_date`, holds: sql`deliveries.click_date is not null` },
};

/** When the fact of this type happened. */
export function factDate(type: DerivedEventType): RawBuilder<string> {
  return rules[type].date;
}

/**
 * The facts of one type in the newsletter's ledger that pass `where`, in the form of events but for their id. Those of
 * deleted subscribers are gone with them.
 */
export function selectFacts(
  newsletter_key: number,
  type: DerivedEventType,
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const { date, holds } = rules[type];
  return sql`
    select null::uuid as id, ${type}::text as event_type, ${date} as creation_date,
      subscribers.id as subscriber_id, emails.id as email_id, emails.automation_id,
      '{}'::jsonb as data, deliveries.subscriber_key as place
    from emails
    join deliveries on deliveries.email_key = emails.key
    join subscribers on subscribers.key = deliveries.subscriber_key
    where emails.newsletter_key = ${newsletter_key} and ${holds} and ${where}`;
}

/** The id of an event, also of one without: it names email, subscriber and fact, and so is always the same. */
export const eventId = sql<string>`coalesce(id::text, email_id || '.' || subscriber_id || '.' || substring(event_type from 12))`;

/** The fact that an id names; undefined when it names none. */
export function parseFactId(
  id: string,
): { type: DerivedEventType; email_id: string; subscriber_id: string } | undefined {
  const [email_id = '', subscriber_id = '', fact, ...rest] = id.split('.');
  const type = derivedEventTypes.find(type => word(type) === fact);
  return type && rest.length === 0 && isId(email_id) && isId(subscriber_id)
    ? { type, email_id, subscriber_id }
    : undefined;
}

function word(type: DerivedEventType): string {
  return type.slice('subscriber.'.length);
}
