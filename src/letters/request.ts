import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { prepare } from '../platform/database/prepared.ts';
import { workChannel } from '../platform/rounds/announce.ts';
import type { LetterKind } from './letter.ts';

/**
 * Puts a letter about `subject` (an id) into the outbox, in the transaction of the change that requires it: neither happens without the
 * other. If a letter of this kind about the same subject waits already, that letter becomes due now; if it is being handed over, another
 * one follows.
 */
export async function requestLetter(
  trx: Database,
  kind: LetterKind,
  subject: string,
  details: object = {},
): Promise<void> {
  await request(trx, { kind, subject, details: JSON.stringify(details) });
}

const request = prepare<{ kind: string; subject: string; details: string }, object>(
  'request letter',
  ['kind', 'subject', 'details'],
  ({ kind, subject, details }) => sql`
    with requested as (
      insert into letters (kind, subject, details, work_date) values (${kind}, ${subject}, ${details}::jsonb, now())
      on conflict (kind, subject) do update set details = excluded.details, creation_date = default, work_date = now(),
        work_lease = null, work_tries = 0, work_trouble = '', is_in_hand = false, is_scheduled = false
      returning id
    )
    select pg_notify(${sql.lit(workChannel)}, 'letters') from requested`,
);

/** Puts a letter about each of these subjects into the outbox, unless one waits already. All other letters go first. */
export async function requestLetters(
  trx: Database,
  kind: LetterKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    with requested as (
      insert into letters (kind, subject, work_date, is_one_of_many)
      select ${kind}, subject, now(), true from unnest(${subjects}::text[]) as subject
      on conflict (kind, subject) do nothing
    )
    select pg_notify(${workChannel}, 'letters')`.execute(trx);
}

/**
 * Puts a letter about each subject into the outbox, to be sent at its date. If a letter of this kind about the same subject waits already,
 * it gets the new date.
 */
export async function scheduleLetters(
  trx: Database,
  kind: LetterKind,
  due: readonly { subject: string; date: string }[],
): Promise<void> {
  if (due.length === 0) return;
  await sql`
    with requested as (
      insert into letters (kind, subject, work_date, creation_date, is_one_of_many, is_scheduled)
      select ${kind}, subject, date, date, true, true
      from jsonb_to_recordset(${JSON.stringify(due)}) as one (subject text, date timestamptz)
      on conflict (kind, subject) do update set creation_date = excluded.creation_date, work_date = excluded.work_date,
        work_lease = null, work_tries = 0, work_trouble = '', is_in_hand = false, is_scheduled = true
        where letters.creation_date <> excluded.creation_date
    )
    select pg_notify(${workChannel}, 'letters')`.execute(trx);
}
