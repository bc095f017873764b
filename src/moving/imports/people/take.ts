import { type RawBuilder, sql } from 'kysely';
import { recordEvents, writeEventsOf } from '../../../accounts/events/record.ts';
import { insertImportedConsents } from '../../../audience/sign-ups/import.ts';
import {
  formerValues,
  importedColumns,
  insertImported,
  updateImported,
} from '../../../audience/subscribers/import.ts';
import { enqueueConfirmations } from '../../../audience/subscribers/jobs.ts';
import { changesOf } from '../../../audience/subscribers/update.ts';
import { holdTagKeys } from '../../../audience/tags/queries.ts';
import { demandTagged, findBoundKey, refuseUnapproved, spend } from '../../../emails/recipients-bound.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { SubscriberType } from '../../../platform/database/schema.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { Import } from '../import.ts';
import { advance } from '../queries.ts';
import { decided, isNewConsent, type Stretch } from './decide.ts';
import { lookUpByIndex, unstageBefore } from './queries.ts';

/** People of one transaction: a fraction of a second, so that nobody waits long for a lock. */
export const peopleAtOnce = 10_000;

/** Somebody else created one of these people at the same moment; the batch is decided again. */
class Overtaken extends Error {}
const mostAttempts = 10;

type Updated = {
  id: string;
  from: SubscriberType;
  to: SubscriberType;
  tags_changed: boolean;
  confirmed: boolean;
};
type Batch = {
  wanted: number;
  created: number;
  updated: Updated[] | null;
};

/**
 * Takes in the staged people of a stretch, with everything that creating and changing them one by one would have written, in
 * one transaction. Whoever was there before is on record with their former values. Throws `not_found` if the import was
 * deleted or is being undone, and what refuses the confirmation mails.
 */
export async function takeStretch(db: Database, jobs: Jobs, row: Import, stretch: Stretch): Promise<void> {
  return persisting(() => inTransaction(db, trx => take(trx, jobs, row, stretch)));
}

/** Runs the transaction again if somebody else was in its way. */
export async function persisting<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const deadlocked = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!(deadlocked || error instanceof Overtaken) || attempt === mostAttempts) throw error;
    }
  }
}

async function take(trx: Database, jobs: Jobs, row: Import, stretch: Stretch): Promise<void> {
  const { import_key, newsletter_key, to } = stretch;
  if (!(await advance(trx, row.key, { from: stretch.from, to })))
    throw new DomainError('not_found', 'The import was deleted, or is being undone.');
  await queueUp(trx, newsletter_key);
  await lookUpByIndex(trx);
  const held = new Set(await holdTagKeys(trx, newsletter_key, stretch.tag_keys));
  const tag_keys = stretch.tag_keys.map(key => (held.has(key) ? key : 0));
  await lockPresent(trx, stretch);
  const { rows } = await statement(row, { ...stretch, tag_keys }).execute(trx);
  const { wanted, created, updated } = rows[0]!;
  if (created < wanted) throw new Overtaken('somebody was created meanwhile');
  await recordEvents(trx, newsletter_key, (updated ?? []).flatMap(eventsOf));
  await insertImportedConsents(consentsOf(stretch)).execute(trx);
  const asked = await listAsked(trx, stretch);
  if (asked.length > 0) await ask(trx, jobs, row, asked);
  await unstageBefore(trx, import_key, to);
}

/** Imports into the same newsletter take turns, so that each batch creates people with keys of its own range. */
async function queueUp(trx: Database, newsletter_key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import', ${newsletter_key}))`.execute(trx);
}

/** Locks those who are there already, in the order in which everybody locks people. */
async function lockPresent(trx: Database, { import_key, newsletter_key, from, to }: Stretch): Promise<void> {
  await sql`
    select from subscribers where key = any(array(
      select present.key from staged_people line
      cross join lateral (
        select key from subscribers
        where newsletter_key = ${newsletter_key} and normal_address = line.normal_address limit 1
      ) present
      where import_key = ${import_key} and place >= ${from} and place < ${to}
    )) order by key for update`.execute(trx);
}

/** Selects who was created from a stretch, with the columns of the line. Joins with the rows that were inserted would be slow. */
function createdFrom({ import_key, from, to }: Stretch): RawBuilder<unknown> {
  return sql`
    staged_people line cross join lateral (select key from subscribers where id = line.id limit 1) made
    where import_key = ${import_key} and place >= ${from} and place < ${to}`;
}

function consentsOf(stretch: Stretch): RawBuilder<unknown> {
  return sql`
    select made.key, coalesce(consent_date, creation_date, now()), consent_ip_address, consent_page_url, consent_text
    from ${createdFrom(stretch)} and has_consent order by place`;
}

async function listAsked(trx: Database, stretch: Stretch): Promise<{ key: number; id: string }[]> {
  const { rows } = await sql<{ key: number; id: string }>`
    select made.key, line.id from ${createdFrom(stretch)} and is_asked order by place`.execute(trx);
  return rows;
}

function statement({ id: import_id }: Import, stretch: Stretch): RawBuilder<Batch> {
  const { import_key, newsletter_key, from } = stretch;
  const as = (prefix: string) =>
    sql.join(importedColumns.map(name => sql`${sql.ref(`${prefix}_${name}`)} as ${sql.ref(name)}`));
  const now = sql`now()`; // as the default of modification_date, so that the two are equal
  const created = sql`
    select id, email_address, normal_address, coalesce(creation_date, ${now}) as creation_date,
      is_asked as confirmation_mail_due, case when is_asked then ${now} end as reminder_date, ${as('new')}
    from decided where outcome = 'created' order by place`;
  const changed = sql`select present_key as key, ${as('new')} from decided where outcome = 'updated'`;
  return sql<Batch>`
    with decided as materialized (${decided(stretch)}),
    made as (${insertImported(newsletter_key, created)}),
    ${writeEventsOf(
      newsletter_key,
      sql`
        select 'subscriber.created', id, jsonb_build_object('type', type, 'source', 'import', 'import_id', ${import_id}::text)
        from made`,
    )},
    changed as (${updateImported(changed)}),
    consent as (${insertImportedConsents(sql`
      select present_key, consent_date, consent_ip_address, consent_page_url, consent_text
      from decided where outcome = 'updated' and ${isNewConsent}`)}),
    former as (
      insert into import_updates (import_key, subscriber_key, date, before, consent_date)
      select ${import_key}, present_key, ${now}, ${formerValues('present')}, case when ${isNewConsent} then consent_date end
      from decided cross join lateral (select ${as('present')}) present where outcome = 'updated'
      on conflict do nothing
    ),
    skipped as (
      insert into import_lines (import_key, file, line, outcome, subscriber_key, reason)
      select ${import_key}, file, line, 'skipped', present_key, reason from decided where outcome = 'skipped' order by place
    ),
    counted as (
      insert into import_batches (import_key, place, date, first_key, last_key, created, updated, unchanged, skipped)
      select ${import_key}, ${from}, ${now}, (select min(key) from made), (select max(key) from made),
        count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'skipped')
      from decided
    )
    select
      (select count(*) from decided where outcome = 'created') as wanted,
      (select count(*) from made) as created,
      (select jsonb_agg(jsonb_build_object('id', present_id, 'from', present_type, 'to', new_type,
        'tags_changed', present_tags <> new_tags,
        'confirmed', present_confirmation_date is distinct from new_confirmation_date) order by place)
        from decided where outcome = 'updated') as updated`;
}

/** What updating them one by one would have recorded. */
export function eventsOf({ id, from, to, tags_changed, confirmed }: Updated) {
  return changesOf(
    { id, type: from, tags: [], confirmation_date: null },
    { id, type: to, tags: tags_changed ? [0] : [], confirmation_date: confirmed ? 'now' : null },
  );
}

/** Requests the confirmation mails, as far as whoever imports may mail these people. */
async function ask(
  trx: Database,
  jobs: Jobs,
  { newsletter_key, created_by }: Import,
  asked: { key: number; id: string }[],
): Promise<void> {
  const bound = await findBoundKey(trx, newsletter_key, created_by, { held: true });
  if (bound) {
    refuseUnapproved(bound);
    await demandTagged(
      trx,
      bound,
      newsletter_key,
      asked.map(({ key }) => key),
    );
    await spend(trx, bound, null, asked.length);
  }
  await enqueueConfirmations(
    trx,
    jobs,
    asked.map(({ id }) => id),
  );
}
