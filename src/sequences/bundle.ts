import { sql } from 'kysely';
import { z } from 'zod';
import {
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
  whole,
} from '../platform/bundle/part.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { actionTypes } from './definition/actions.ts';
import { sequenceFilter } from './definition/filters.ts';
import { readActions } from './definition/read-actions.ts';
import { entryRules, runStatuses, whenInactive } from './definition/sequence.ts';
import { triggers } from './definition/triggers.ts';

const restReason = sentence('sequences.active_elsewhere');

const keptOwnFilter = z
  .unknown()
  .refine(
    value => value === null || sequenceFilter.safeParse(value).success,
    sentence('input.sequence_filter'),
  );

const step = z
  .strictObject({
    id: uuid,
    type: z.enum(actionTypes),
    action: json,
    email_id: uuid.nullable(),
    tag_ids: z.array(uuid).optional(),
  })
  .refine(({ action, type }) => action.type === type && isAction(action), sentence('input.sequence_action'));

const edition = z.strictObject({
  number: whole.min(1),
  trigger: z.enum(triggers),
  trigger_date: z.strictObject({ key: free, yearly: z.boolean(), days_before: whole }).nullable(),
  filters: keptOwnFilter,
  exit_filters: keptOwnFilter,
  checks_again: z.boolean(),
  steps: z.array(step),
  hash: free,
  published_date: stamp,
});

/** Whether a step of this kind could be created here, with a trigger that suits it. */
function isAction(action: Record<string, unknown>): boolean {
  return triggers.some(trigger => {
    try {
      readActions([action], trigger, null);
      return true;
    } catch {
      return false;
    }
  });
}

/** The sequences, oldest first, inactive, with all editions and without the keys of their requests. */
export const sequencesPart = definePart({
  name: 'sequences',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    name: free,
    status_reason: free,
    edition: whole.min(1),
    entry: z.enum(entryRules),
    when_inactive: z.enum(whenInactive),
    late_hours: whole.min(1),
    metadata: json,
    creation_date: stamp,
    modification_date: stamp,
    editions: z.array(edition).min(1),
    emails: z.array(z.strictObject({ step_id: uuid, passage: whole.min(1), email_id: uuid })),
  }),
  rows: ({ newsletter }) => sql`
    select id, name, case when is_active then ${restReason} else status_reason end as status_reason, edition, entry, when_inactive,
      late_hours, metadata, creation_date, modification_date,
      (select jsonb_agg(jsonb_build_object('number', number, 'trigger', editions.trigger, 'trigger_date', trigger_date,
          'filters', filters, 'exit_filters', exit_filters, 'checks_again', checks_again, 'steps', steps, 'hash', hash,
          'published_date', to_char(published_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by number)
        from sequence_editions editions where sequence_key = sequences.key) as editions,
      coalesce((
        select jsonb_agg(jsonb_build_object('step_id', step_id, 'passage', passage, 'email_id', emails.id) order by step_id, passage)
        from sequence_emails join emails on emails.key = email_key where sequence_key = sequences.key), '[]') as emails
    from sequences where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        with line as materialized (
          select * from ${recordsOf(
            lines,
            `id uuid, name text, status_reason text, edition int, entry text, when_inactive text,
            late_hours int, metadata jsonb, creation_date timestamptz, modification_date timestamptz, editions jsonb, emails jsonb`,
          )}
        ), taken as (
          insert into sequences (newsletter_key, id, name, status_reason, edition, trigger, entry, when_inactive, late_hours, metadata,
            creation_date, modification_date)
          select ${newsletter.key}, id, name, status_reason, edition,
            (select one ->> 'trigger' from jsonb_array_elements(editions) one where (one ->> 'number')::int = edition),
            entry, when_inactive, late_hours, metadata, creation_date, modification_date
          from line order by place returning id, key
        ), published as (
          insert into sequence_editions (sequence_key, number, trigger, trigger_date, filters, exit_filters, checks_again, steps, hash,
            published_date)
          select taken.key, one.number, one.trigger, one.trigger_date, one.filters, one.exit_filters, one.checks_again, one.steps,
            one.hash, one.published_date
          from line join taken using (id), jsonb_to_recordset(editions) as one (number int, trigger text, trigger_date jsonb,
            filters jsonb, exit_filters jsonb, checks_again boolean, steps jsonb, hash text, published_date timestamptz)
        ), mailed as (
          insert into sequence_emails (sequence_key, step_id, passage, email_key)
          select taken.key, one.step_id, one.passage, emails.key
          from line join taken using (id), jsonb_to_recordset(line.emails) as one (step_id uuid, passage smallint, email_id uuid)
          join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
        )
        select from taken`,
    ),
});

/** The passages of people. Passages that were under way are held until somebody activates the sequence here. */
export const sequenceRunsPart = definePart({
  name: 'sequence_runs',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    sequence_id: uuid,
    subscriber_id: uuid.nullable(),
    edition: whole.min(1),
    passage: whole.min(1),
    cause: uuid,
    data: json,
    mails: z.boolean(),
    entered_date: stamp,
    anchor_date: stamp,
    // In a bundle no run is under way.
    status: z.enum(runStatuses).exclude(['waiting']),
    reason: free,
    step: whole.min(0),
    planned_date: stampOrNull,
    due_date: stampOrNull,
    completed_date: stampOrNull,
    steps: z.array(
      z.strictObject({
        step_id: uuid,
        result: z.enum(['done', 'skipped', 'failed']),
        reason: free,
        due_date: stampOrNull,
        date: stamp,
        email_id: uuid.nullable(),
      }),
    ),
  }),
  // Left out are tags in the details, because their numbers mean nothing elsewhere.
  rows: ({ newsletter }) => sql`
    select run.id, sequences.id as sequence_id, subscribers.id as subscriber_id, run.edition, passage, cause,
      data - '{added,removed,email_key}'::text[] as data, mails, entered_date, anchor_date,
      case when run.status = 'waiting' then 'held' else run.status end as status,
      case when run.status = 'waiting' then 'inactive' else run.reason end as reason,
      step, planned_date, due_date, completed_date,
      coalesce((
        select jsonb_agg(jsonb_build_object('step_id', step_id, 'result', result, 'reason', done.reason,
          'due_date', to_char(done.due_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'date', to_char(done.date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'email_id', emails.id) order by date, step_id)
        from sequence_steps done left join emails on emails.key = email_key where run_key = run.key), '[]') as steps
    from sequence_runs run join sequences on sequences.key = sequence_key
    left join subscribers on subscribers.key = subscriber_key
    where sequences.newsletter_key = ${newsletter.key} order by run.key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        with line as materialized (
          select * from ${recordsOf(
            lines,
            `id uuid, sequence_id uuid, subscriber_id uuid, edition int, passage smallint, cause uuid,
            data jsonb, mails boolean, entered_date timestamptz, anchor_date timestamptz, status text, reason text, step int,
            planned_date timestamptz, due_date timestamptz, completed_date timestamptz, steps jsonb`,
          )}
        ), taken as (
          insert into sequence_runs (id, sequence_key, subscriber_key, edition, passage, cause, data, mails, entered_date, anchor_date,
            status, reason, step, planned_date, due_date, completed_date)
          select line.id, sequences.key, subscribers.key, line.edition, passage, cause, data, mails, entered_date, anchor_date,
            line.status, reason, step, planned_date, due_date, completed_date
          from line
          join sequences on sequences.id = sequence_id and sequences.newsletter_key = ${newsletter.key}
          join sequence_editions on sequence_key = sequences.key and number = line.edition
          left join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
          where subscriber_id is null or subscribers.key is not null
          order by place returning id, key
        ), done as (
          insert into sequence_steps (run_key, step_id, result, reason, due_date, date, email_key)
          select taken.key, one.step_id, one.result, one.reason, one.due_date, one.date, emails.key
          from line join taken using (id), jsonb_to_recordset(line.steps) as one (step_id uuid, result text, reason text,
            due_date timestamptz, date timestamptz, email_id uuid)
          left join emails on emails.id = one.email_id and emails.newsletter_key = ${newsletter.key}
        )
        select from taken`,
    ),
});
