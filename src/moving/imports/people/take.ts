import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { insertImportedConsents } from '../../../audience/sign-ups/import.ts';
import { insertImportedPlans } from '../../../audience/standing/import.ts';
import type { State } from '../../../audience/standing/type.ts';
import {
  addressConstraint,
  formerValues,
  importedColumns,
  insertImported,
  reserveKeys,
  updateImported,
} from '../../../audience/subscribers/import.ts';
import { copyStandings } from '../../../audience/subscribers/settle.ts';
import { changesOf } from '../../../audience/subscribers/update.ts';
import { holdTagKeys } from '../../../audience/tags/queries.ts';
import { demandTagged, findBoundKey, refuseUnapproved, spend } from '../../../emails/recipients-bound.ts';
import { triggerNothing } from '../../../journal/enter.ts';
import { recordEvents, writeEventsOf } from '../../../journal/record.ts';
import { requestLetters } from '../../../letters/request.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { SubscriberType } from '../../../platform/database/schema.ts';
import { domainError } from '../../../platform/errors.ts';
import type { Import } from '../import.ts';
import { lookUpByIndex } from '../look-up-by-index.ts';
import { advance } from '../queries.ts';
import { decided, isNewConsent, presentAt, reportDecided, type Stretch } from './decide.ts';

/** The people in one transaction: it takes a fraction of a second, so that nobody waits long for a lock. */
export const peopleAtOnce = 10_000;

const mostAttempts = 10;

/** The state of somebody as events show it: their type, and the values it follows from. */
export type SeenState = State & { type: SubscriberType };

type Updated = {
  id: string;
  from: SeenState;
  to: SeenState;
  tags_before: number[];
  tags_after: number[];
  confirmed: boolean;
};

/** A part of a file, and keys for its new people, by their places. */
type Batch = Omit<Stretch, 'all_new'> & { keys: number[] };

/**
 * Takes in the staged people of a stretch in one transaction, with everything that creating and changing them one by one would have
 * written. The former values of present subscribers are recorded. Throws `not_found` if the import was deleted or is being undone, and the
 * refusals of the confirmation mails.
 */
export async function takeStretch(
  db: Database,
  row: Import,
  stretch: Omit<Stretch, 'all_new'>,
): Promise<void> {
  return persisting(async () => {
    const keys = await reserveKeys(db, stretch.to - stretch.from);
    await inTransaction(db, trx => take(trx, row, { ...stretch, keys }));
  });
}

/** Runs the transaction again if somebody else was in its way: by a deadlock, or by creating one of these people first. */
export async function persisting<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const wasInTheWay =
        error instanceof pg.DatabaseError &&
        (error.code === '40P01' || error.constraint === addressConstraint);
      if (!wasInTheWay || attempt === mostAttempts) throw error;
    }
  }
}

async function take(trx: Database, row: Import, batch: Batch): Promise<void> {
  const { newsletter_key, from, to, options } = batch;
  await lookUpByIndex(trx, 'sort');
  if (!options.start_sequences) await triggerNothing(trx);
  const held = new Set(await holdTagKeys(trx, newsletter_key, batch.tag_keys));
  const tag_keys = batch.tag_keys.map(key => (held.has(key) ? key : 0));
  const all_new = (await lockPresent(trx, batch)) === 0;
  const { rows } = await statement(row, { ...batch, tag_keys, all_new }).execute(trx);
  await copyStandings(trx, newsletter_key, rows[0]?.granted ?? [], new Date());
  await recordEvents(trx, newsletter_key, (rows[0]?.updated ?? []).flatMap(eventsOf));
  const asked = options.confirm ? await listAsked(trx, batch) : [];
  if (asked.length > 0) await ask(trx, row, asked);
  // This comes last, because the row of the import is locked from here on.
  if (!(await advance(trx, row.key, to - from))) throw domainError('not_found', 'moving.import_deleted');
}

/** Locks the people who exist already, in the order in which everybody locks people. Returns how many there are. */
async function lockPresent(
  trx: Database,
  { import_key, newsletter_key, from, to }: Pick<Stretch, 'import_key' | 'newsletter_key' | 'from' | 'to'>,
): Promise<number> {
  const { rows } = await sql`
    select from subscribers where key = any(array(
      select present.key from staged_people line cross join lateral (${presentAt(newsletter_key)}) present
      where import_key = ${import_key} and place >= ${from} and place < ${to}
    )) order by key for update`.execute(trx);
  return rows.length;
}

/** Lists the people who were created from a stretch and must be asked to confirm. */
async function listAsked(
  trx: Database,
  { import_key, from, to }: Pick<Stretch, 'import_key' | 'from' | 'to'>,
): Promise<{ key: number; id: string }[]> {
  const { rows } = await sql<{ key: number; id: string }>`
    select made.key, line.id
    from staged_people line cross join lateral (select key from subscribers where id = line.id limit 1) made
    where import_key = ${import_key} and place >= ${from} and place < ${to} and is_asked order by place`.execute(
    trx,
  );
  return rows;
}

function statement(
  { id: import_id }: Import,
  batch: Batch & Stretch,
): RawBuilder<{ updated: Updated[] | null; granted: number[] | null }> {
  const { import_key, newsletter_key, from, keys } = batch;
  const as = (prefix: string) =>
    sql.join(importedColumns.map(name => sql`${sql.ref(`${prefix}_${name}`)} as ${sql.ref(name)}`));
  const now = sql`now()`; // like the default of modification_date, so that the two are equal
  const created = sql`
    select new_key as key, id, email_address, normal_address, coalesce(creation_date, ${now}) as creation_date,
      case when is_asked then ${now} end as reminder_date, ${as('new')}
    from decided where outcome = 'created'`;
  const changed = sql`select present_key as key, ${as('new')} from decided where outcome = 'updated'`;
  const changes = sql`
    changed as (${updateImported(changed)}),
    consent as (${insertImportedConsents(sql`
      select present_key, consent_date, consent_ip_address, consent_page_url, consent_text
      from decided where outcome = 'updated' and ${isNewConsent}`)}),
    former as (
      insert into import_updates (import_key, subscriber_key, date, before, consent_date)
      select ${import_key}, present_key, ${now}, ${formerValues('present')}, case when ${isNewConsent} then consent_date end
      from decided cross join lateral (select ${as('present')}) present where outcome = 'updated'
      on conflict do nothing
    ),`;
  return sql`
    with decided as materialized (
      select ${columnsOf(batch)}, (${keys}::bigint[])[place - ${from} + 1] as new_key from (${decided(batch)}) judged
    ),
    made as (${insertImported(newsletter_key, created)}),
    ${writeEventsOf(
      newsletter_key,
      sql`
        select 'subscriber.created', id, jsonb_build_object('type', new_type, 'source', 'import', 'import_id', ${import_id}::text)
        from decided where outcome = 'created' order by place`,
      eventId,
    )},
    ${batch.all_new ? sql`` : changes}
    granted as (${insertImportedPlans(
      newsletter_key,
      sql`
        select coalesce(present_key, new_key) as subscriber_key, ${import_id}::text || ' ' || coalesce(present_id, id) as reference, plan
        from decided
        where plan is not null
          and (outcome = 'created' or (outcome = 'updated' and new_standing is distinct from present_standing))`,
    )}),
    first_consent as (${insertImportedConsents(sql`
      select new_key, coalesce(consent_date, creation_date, ${now}), consent_ip_address, consent_page_url, consent_text
      from decided where outcome = 'created' and has_consent`)}),
    reported as (${reportDecided(import_key)}),
    counted as (
      insert into import_batches (import_key, place, date, first_key, last_key, asked, created, updated, unchanged, skipped)
      select ${import_key}, ${from}, ${now},
        min(new_key) filter (where outcome = 'created'), max(new_key) filter (where outcome = 'created'),
        count(*) filter (where outcome = 'created' and is_asked),
        count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'skipped')
      from decided
    )
    select
      (select jsonb_agg(jsonb_build_object('id', present_id, 'from', ${stateIn('present_')}, 'to', ${stateIn('new_')},
        'tags_before', present_tags, 'tags_after', new_tags,
        'confirmed', present_confirmation_date is distinct from new_confirmation_date) order by place)
        from decided where outcome = 'updated') as updated,
      (select array_agg(subscriber_key) from granted) as granted`;
}

/** Returns the same state in SQL, from columns that begin with `prefix`. */
export function stateIn(prefix: string): RawBuilder<unknown> {
  const names = ['type', 'mail_state', 'standing'] as const;
  return sql`jsonb_build_object(${sql.join(names.flatMap(name => [sql.lit(name), sql.ref(prefix + name)]))})`;
}

/** Returns the columns of each person that the statement needs. */
function columnsOf({ all_new }: Stretch): RawBuilder<unknown> {
  const known = ['id', 'type', 'tags', 'confirmation_date', ...importedColumns].map(
    name => `present_${name}`,
  );
  return sql.join(
    [
      ...['place', 'file', 'line', 'id', 'email_address', 'normal_address', 'creation_date', 'is_asked'],
      'plan',
      ...['has_consent', 'consent_date', 'consent_ip_address', 'consent_page_url', 'consent_text'],
      ...['outcome', 'reason', 'present_key', ...importedColumns.map(name => `new_${name}`)],
      ...new Set(
        all_new
          ? ['id', 'type', 'mail_state', 'standing', 'tags', 'confirmation_date'].map(
              name => `present_${name}`,
            )
          : known,
      ),
    ].map(name => sql.ref(name)),
  );
}

/** An id for the event of each new person, made from their own id: a random UUID of PostgreSQL's would take longer than the event. */
const eventId = sql`(substr(subscriber_id::text, 1, 24) ||
  lpad(to_hex((random() * 281474976710655)::bigint), 12, '0'))::uuid`;

/** Returns the events that updating them one by one would have recorded. */
export function eventsOf({ id, from, to, tags_before, tags_after, confirmed }: Updated) {
  return changesOf(
    { id, ...from, tags: tags_before, confirmation_date: null },
    { id, ...to, tags: tags_after, confirmation_date: confirmed ? 'now' : null },
  );
}

/** Requests the confirmation mails, as far as the importing caller may mail these people. */
async function ask(
  trx: Database,
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
  await requestLetters(
    trx,
    'mail_confirmation',
    asked.map(({ id }) => id),
  );
}
