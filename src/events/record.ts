import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';

/** What can happen. Each is written in the transaction that makes it happen (docs/webhooks.md lists them). */
export const eventTypes = [
  'subscriber.created',
  'subscriber.confirmed',
  'subscriber.updated',
  'subscriber.unsubscribed',
  'subscriber.deleted',
  'subscriber.tags.changed',
  'subscriber.type.changed',
  'subscriber.bounced',
  'subscriber.complained',
  'email.created',
  'email.updated',
  'email.status.changed',
  'email.send.started',
  'email.sent',
  'email.errored',
  'email.paused',
  'email.resumed',
  'email.deleted',
  'automation.item.created',
  'automation.item.held',
  'automation.failing',
  'bulk_action.processed',
  'bulk_action.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

export type Event = {
  event_type: EventType;
  subscriber_id?: string;
  email_id?: string;
  automation_id?: string;
  data?: object;
};

/**
 * Writes one line of the newsletter's journal, and down which webhooks are to be told of it. `trx` is the transaction
 * of the change it tells of.
 */
export async function recordEvent(trx: Database, newsletter_key: number, event: Event): Promise<void> {
  await recordEvents(trx, newsletter_key, [event]);
}

/** As recordEvent, for many at once, in their order. */
export async function recordEvents(trx: Database, newsletter_key: number, events: Event[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with event as (
      insert into events (id, newsletter_key, event_type, subscriber_id, email_id, automation_id, data)
      select id, ${newsletter_key}, event_type, subscriber_id, email_id, automation_id, data
      from unnest(
        ${events.map(() => newId())}::uuid[],
        ${events.map(event => event.event_type)}::text[],
        ${events.map(event => event.subscriber_id ?? null)}::uuid[],
        ${events.map(event => event.email_id ?? null)}::uuid[],
        ${events.map(event => event.automation_id ?? null)}::uuid[],
        ${events.map(event => JSON.stringify(event.data ?? {}))}::jsonb[]
      ) with ordinality as event (id, event_type, subscriber_id, email_id, automation_id, data, place)
      order by place
      returning key, newsletter_key, event_type
    ) ${announce()}`.execute(trx);
}

/**
 * The last part of a statement that has events in `event (key, newsletter_key, event_type)`: the enabled webhooks that
 * want them are told of each, anew where they still were to be told.
 */
export function announce(): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (event_key, webhook_key)
    select event.key, webhooks.key
    from event join webhooks on webhooks.newsletter_key = event.newsletter_key
    where webhooks.status = 'enabled' and (webhooks.event_types = '{}' or event.event_type = any(webhooks.event_types))
    on conflict (event_key, webhook_key) do update set attempts = 0, next_attempt_date = now()`;
}
