import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

// Sequences wait for events. The statement that writes an event also notes which sequences it triggers, so that no event is missed.

/** Whether this transaction's events trigger sequences. */
const triggers = sql<boolean>`current_setting('postrider.triggers_sequences', true) is distinct from 'off'`;
/** The length of the chain of sequences that led to this transaction, each caused by the one before. */
const links = sql`coalesce(nullif(current_setting('postrider.sequence_links', true), ''), '0')::smallint`;

/** Keeps whatever happens in this transaction from now on from triggering sequences: for imports, undoing and bulk actions. */
export async function triggerNothing(trx: Database): Promise<void> {
  await sql`select set_config('postrider.triggers_sequences', 'off', true)`.execute(trx);
}

/**
 * Notes that whatever happens in this transaction from now on was caused by a chain of `count` sequences, each caused by the one before.
 */
export async function noteLinks(trx: Database, count: number): Promise<void> {
  await sql`select set_config('postrider.sequence_links', ${String(count)}, true)`.execute(trx);
}

/**
 * Part of a statement that has new events in `event`: a CTE that notes the sequences that they trigger. `automation.invoked` says that
 * somebody has entered a sequence; a sequence with this trigger is begun only by hand, or it would begin itself again for ever.
 */
export function enter(): RawBuilder<unknown> {
  return sql`
    entered as (
      insert into sequence_entries (sequence_key, cause, subscriber_id, data, links, event_date, settle_date)
      select sequences.key, event.id, event.subscriber_id, event.data || jsonb_strip_nulls(jsonb_build_object('email_id', event.email_id)),
        ${links}, now(), now()
      from event
      join sequences on sequences.newsletter_key = event.newsletter_key and sequences.trigger = event.event_type and is_active
        and event.event_type <> 'automation.invoked'
      where ${triggers}
      on conflict do nothing
    )`;
}

/** The length of the chain of sequences that led to this mail to the person, the sequence that sent it included. */
const linksOfMail = sql`coalesce((
        select max(run.links) + 1
        from emails join sequence_runs run on run.last_email_key = emails.key join subscribers on subscribers.key = run.subscriber_key
        where emails.id = fact.email_id and subscribers.id = fact.subscriber_id), 0)`;

/** Does the same for facts of the ledger that say that a mail arrived. Opens and clicks are noted with their hits. */
export function enterWithFacts(
  newsletters: RawBuilder<unknown>,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    entered as (
      insert into sequence_entries (sequence_key, cause, subscriber_id, data, links, event_date, settle_date)
      select sequences.key, fact.email_id, fact.subscriber_id, jsonb_build_object('email_id', fact.email_id), ${linksOfMail}, fact.date, now()
      from (${facts}) fact (newsletter_key, event_type, subscriber_id, email_id, automation_id, date)
      join sequences on sequences.newsletter_key = fact.newsletter_key and sequences.trigger = fact.event_type and is_active
      where fact.event_type = 'subscriber.delivered' and (
        select exists (
          select from sequences
          where newsletter_key in (${newsletters}) and sequences.trigger = 'subscriber.delivered' and is_active
        )
      )
      on conflict do nothing
    )`;
}

/**
 * Part of a statement that has new hits in `hit (email_key, subscriber_key, id, kind, date)`: a CTE that notes the sequences that these may
 * trigger, to be settled a minute later, because further hits may show by then that a machine made them.
 */
export function enterWithHits(hits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    entered as (
      insert into sequence_entries (sequence_key, cause, subscriber_id, data, event_date, settle_date)
      select sequences.key, hit.id, subscribers.id, jsonb_build_object('email_id', emails.id, 'email_key', emails.key),
        hit.date, greatest(now(), hit.date + interval '60 seconds')
      from (${hits}) hit
      join emails on emails.key = hit.email_key
      join subscribers on subscribers.key = hit.subscriber_key
      join sequences on sequences.newsletter_key = emails.newsletter_key and is_active
        and sequences.trigger = case hit.kind when 'open' then 'subscriber.opened' else 'subscriber.clicked' end
      where (select exists (
        select from sequences where is_active and trigger in ('subscriber.opened', 'subscriber.clicked')))
      on conflict do nothing
    )`;
}
