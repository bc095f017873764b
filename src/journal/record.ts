import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { prepare } from '../platform/database/prepared.ts';
import { newId } from '../platform/ids.ts';
import { enter, enterWithFacts } from './enter.ts';
import { countGrowth } from './growth.ts';
import { derivedEventTypes } from './names.ts';

/** The event types. Each event is written in the transaction that causes it (docs/webhooks.md lists them). */
export const eventTypes = [
  'subscriber.created',
  'subscriber.confirmed',
  'subscriber.updated',
  'subscriber.unsubscribed',
  'subscriber.deleted',
  'subscriber.tags.changed',
  'subscriber.type.changed',
  'subscriber.paid',
  'subscriber.churned',
  'subscriber.paused',
  'subscriber.resumed',
  'subscriber.mail_paused',
  'subscriber.mail_resumed',
  'subscriber.trial_started',
  'subscriber.trial_ended',
  'stripe.checkout.session.completed',
  'stripe.customer.updated',
  'stripe.invoice.upcoming',
  'stripe.subscription.activated',
  'stripe.subscription.churning',
  'stripe.subscription.deactivated',
  'subscriber.changed_email',
  'subscriber.responded_to_survey',
  'subscriber.referred',
  'subscriber.viewed_checkout_page',
  'subscriber.commented',
  'subscriber.replied',
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
  'automation.invoked',
  'automation.item.created',
  'automation.item.held',
  'automation.failing',
  'form.created',
  'form.updated',
  'form.deleted',
  'note.created',
  'note.deleted',
  'survey.created',
  'survey.updated',
  'survey.deleted',
  'bulk_action.processed',
  'bulk_action.failed',
  'export.created',
  'export.completed',
  'export.failed',
  'import.completed',
  'import.failed',
  'import.undone',
  'backup.failed',
  'installation.held',
  'installation.resumed',
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
 * Writes one line of the newsletter's journal and queues it for the webhooks that want it. `trx` is the transaction of
 * the change.
 */
export async function recordEvent(trx: Database, newsletter_key: number, event: Event): Promise<void> {
  await recordEvents(trx, newsletter_key, [event]);
}

/** The most events that one statement writes; more would keep everything else waiting while the statement is put together. */
const atOnce = 1000;

/** Like recordEvent, for many events, in order. If they are not announced, they are in the journal but no webhook is told. */
export async function recordEvents(
  trx: Database,
  newsletter_key: number,
  events: Event[],
  options: { are_announced?: boolean } = {},
): Promise<void> {
  await recordEventsOfMany(
    trx,
    events.map(event => ({ ...event, newsletter_key })),
    options,
  );
}

/** Like recordEvents, for events of several newsletters. */
export async function recordEventsOfMany(
  trx: Database,
  events: readonly (Event & { newsletter_key: number })[],
  { are_announced = true } = {},
): Promise<void> {
  const write = are_announced ? writeEvents : writeEventsQuietly;
  for (let at = 0; at < events.length; at += atOnce) {
    const some = events.slice(at, at + atOnce);
    await write(trx, {
      newsletter_keys: some.map(event => event.newsletter_key),
      ids: some.map(() => newId()),
      event_types: some.map(event => event.event_type),
      subscriber_ids: some.map(event => event.subscriber_id ?? null),
      email_ids: some.map(event => event.email_id ?? null),
      automation_ids: some.map(event => event.automation_id ?? null),
      data: some.map(event => JSON.stringify(event.data ?? {})),
    });
  }
}

/**
 * Returns the last part of a statement that has events in `event (key, newsletter_key, event_type, subscriber_id, email_id,
 * automation_id)`. It queues each event for the enabled webhooks that want it; an event that is still queued starts again. Facts of the
 * ledger go only to webhooks that name them. If a webhook filters people, the event becomes due once the filter has decided. `among` is the
 * table of webhooks, or some of them.
 */
export function announce(among: RawBuilder<unknown> = sql`webhooks`): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (event_key, webhook_key, next_attempt_date)
    select event.key, webhooks.key, case when webhooks.filters is null then now() else 'infinity' end
    from event join ${among} webhooks on webhooks.newsletter_key = event.newsletter_key
    where webhooks.status = 'enabled' and (
      event.event_type = any(webhooks.event_types)
      or webhooks.event_types = '{}' and event.event_type <> all(${derivedTypes}))
      and ${isWanted(sql`event`)}
    on conflict (event_key, webhook_key) do update set attempts = 0, next_attempt_date = excluded.next_attempt_date`;
}

/**
 * Whether the webhook may want this event: the event is about one of the webhook's emails and automations, and about a person if the
 * webhook filters people.
 */
function isWanted(event: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(webhooks.email_ids = '{}' or ${event}.email_id = any(webhooks.email_ids))
      and (webhooks.filters is null or ${event}.subscriber_id is not null)
      and (webhooks.automation_ids = '{}' or ${event}.automation_id = any(webhooks.automation_ids) or exists (
        select from emails where emails.id = ${event}.email_id and emails.automation_id = any(webhooks.automation_ids)))`;
}

const derivedTypes = sql`${sql.lit(`{${derivedEventTypes.join()}}`)}::text[]`;

type EventColumns = {
  newsletter_keys: number[];
  ids: string[];
  event_types: string[];
  subscriber_ids: (string | null)[];
  email_ids: (string | null)[];
  automation_ids: (string | null)[];
  data: string[];
};

const writeEvents = writing('write_events', announce);
const writeEventsQuietly = writing('write_events_quietly', () => sql`select`);

function writing(name: string, ending: () => RawBuilder<unknown>) {
  return prepare<EventColumns, object>(
    name,
    ['newsletter_keys', 'ids', 'event_types', 'subscriber_ids', 'email_ids', 'automation_ids', 'data'],
    given => sql`
      with event as (
        insert into events (id, newsletter_key, event_type, subscriber_id, email_id, automation_id, data)
        select id, newsletter_key, event_type, subscriber_id, email_id, automation_id, data
        from unnest(${given.newsletter_keys}::int[], ${given.ids}::uuid[], ${given.event_types}::text[], ${given.subscriber_ids}::uuid[],
          ${given.email_ids}::uuid[], ${given.automation_ids}::uuid[], ${given.data}::jsonb[]
        ) with ordinality as event (newsletter_key, id, event_type, subscriber_id, email_id, automation_id, data, place)
        order by place
        returning key, id, newsletter_key, event_type, subscriber_id, email_id, automation_id, data
      ), ${countGrowth()}, ${enter()} ${ending()}`,
  );
}

/**
 * Part of a statement, CTEs without `with`: writes events of the newsletter, counts who joins and leaves, and announces them. `rows`
 * selects (event_type, subscriber_id, data), in order. `id` may be given for a single event.
 */
export function writeEventsOf(
  newsletter_key: number | RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  id = sql`(${newId().slice(0, 15)} || substr(gen_random_uuid()::text, 16))::uuid`, // like newId
): RawBuilder<unknown> {
  return sql`
    event as (
      insert into events (id, newsletter_key, event_type, subscriber_id, data)
      select ${id}, ${newsletter_key}::int, event_type, subscriber_id, data
      from (${rows}) wanted (event_type, subscriber_id, data)
      returning key, id, newsletter_key, event_type, subscriber_id, email_id, automation_id, data
    ), ${countGrowth()}, ${enter()}, webhook as materialized (
      select * from webhooks where newsletter_key = ${newsletter_key}::int and status = 'enabled' -- once, not for each event
    ), announced as (${announce(sql`webhook`)})`;
}

/**
 * Part of a statement, CTEs without `with`: writes the facts that a webhook names, announces them to it, and tells sequences that wait for
 * one. `facts` selects (newsletter_key, event_type, subscriber_id, email_id, automation_id, date), all of `newsletters`. If no webhook and
 * no sequence of these newsletters names a fact, the statement only looks at two indexes.
 */
export function writeFacts(
  newsletters: RawBuilder<unknown>,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    event as (
      insert into events (id, newsletter_key, event_type, subscriber_id, email_id, automation_id, creation_date)
      select gen_random_uuid(), fact.*
      from (${facts}) fact (newsletter_key, event_type, subscriber_id, email_id, automation_id, date)
      where (
        select exists (
          select from webhooks
          where newsletter_key in (${newsletters}) and status = 'enabled' and event_types && ${derivedTypes}
        )
      ) and exists (
        select from webhooks
        where webhooks.newsletter_key = fact.newsletter_key and status = 'enabled'
          and fact.event_type = any(event_types) and ${isWanted(sql`fact`)}
      )
      returning key, newsletter_key, event_type, subscriber_id, email_id, automation_id
    ), ${enterWithFacts(newsletters, facts)}, announced as (${announce()})`;
}

/** Deletes those of the events that are facts of the ledger and that no webhook is waiting for. */
export async function forgetToldFacts(trx: Database, event_keys: number[]): Promise<void> {
  await sql`
    delete from events
    where key = any(${event_keys}::bigint[]) and event_type = any(${derivedTypes})
      and not exists (select from webhook_deliveries where event_key = events.key)`.execute(trx);
}
