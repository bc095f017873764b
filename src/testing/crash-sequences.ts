import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { findSequenceFaults } from '../sequences/verify.ts';
import type { Ask, Audience } from './crash-request.ts';
import { mailAfter, stepAfter } from './sequences.ts';

/** The number of steps of somebody who passes through both sequences: two in the first, three in the second. */
export const stepsEach = 5;

/**
 * Makes everybody enter a sequence whose last step is a tag. The tag starts another sequence, which mails them and removes the tag. So the
 * mail depends on two entries, five steps and an event of each person. Both sequences have the name `subject`. Resolves with the email's
 * id.
 */
export async function startSequences(ask: Ask, audience: Audience, subject: string): Promise<string> {
  const tags = [tagOf(subject)];
  const create = (given: object, once: string) =>
    ask(audience, '/v1/automations', { method: 'POST', body: { name: subject, ...given }, once });
  const first = await create(
    {
      trigger: 'automation.invoked',
      actions: [stepAfter(0, 'add_metadata', { round: subject }), stepAfter(0, 'add_tags', { tags })],
    },
    `${subject}, the first`,
  );
  const second = await create(
    {
      trigger: 'subscriber.tags.changed',
      filters: [{ field: 'event.added_tag', operator: 'equals', value: tagOf(subject) }],
      actions: [
        mailAfter(0, subject),
        stepAfter(0, 'add_metadata', { mailed: subject }),
        stepAfter(0, 'remove_tags', { tags }),
      ],
    },
    `${subject}, the second`,
  );
  for (const { id } of [second, first])
    await ask(audience, `/v1/automations/${id}`, { method: 'PATCH', body: { status: 'active' } });
  await ask(audience, `/v1/automations/${first.id}/invoke`, {
    method: 'POST',
    body: { filters: [] },
    once: `${subject}, everybody`,
  });
  return second.steps[0].email_id;
}

/** Names of tags cannot contain commas. */
const tagOf = (subject: string) => subject.replaceAll(',', '');

const ofRound = (subject: string) => sql`sequence_key in (select key from sequences where name = ${subject})`;

/** Returns how many steps have been done in the sequences of this round. */
export async function countSteps(db: Database, subject: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sequence_steps
    where run_key in (select key from sequence_runs where ${ofRound(subject)})`.execute(db);
  return rows[0]!.count;
}

/** Returns true if nobody waits any more in the newsletter whose sequence mails this email. */
export async function areThrough(db: Database, email_id: string): Promise<boolean> {
  const { rows } = await sql<{ through: boolean }>`
    with own as (
      select sequences.key from sequences join emails using (newsletter_key)
      where emails.id = ${email_id} and sequences.active_since is not null
    )
    select exists (select from own join sequence_runs on sequence_key = own.key)
      and not exists (select from own join sequence_entries on sequence_key = own.key)
      and not exists (select from own join sequence_runs on sequence_key = own.key where status = 'waiting')
      and not exists (
        select from delivery_chunks join emails on emails.key = email_key
        where emails.id = ${email_id} and (lease is not null or planned > 0)) as through
    from (select 1) one`.execute(db);
  return rows[0]!.through;
}

/**
 * Lists what is wrong with the tables after a round. Everybody must have passed through both sequences once, each step must have one row
 * and be done, and the journal must have one event for each tag added or removed. Switches the sequences off, and deletes those of earlier
 * rounds.
 */
export async function findFaultsOfRound(
  db: Database,
  subject: string,
  { count: people }: Audience,
): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    with run as (select * from sequence_runs where ${ofRound(subject)}),
      step as (select * from sequence_steps where run_key in (select key from run)),
      tag as (select tags.key from tags join sequences using (newsletter_key) where tags.name = ${tagOf(subject)} limit 1),
      tagged as (select data from events where event_type = 'subscriber.tags.changed')
    select (select count(*) from run)::int as runs,
      (select count(distinct (sequence_key, subscriber_key)) from run)::int as people,
      (select count(*) from run where status = 'done')::int as done,
      (select count(*) from step where result = 'done' and reason = '')::int as steps,
      (select count(*) from step)::int as step_rows,
      (select count(*) from tagged, tag where data -> 'added' @> to_jsonb(tag.key))::int as added,
      (select count(*) from tagged, tag where data -> 'removed' @> to_jsonb(tag.key))::int as removed,
      (select count(*) from subscribers, tag where tag.key = any(tags))::int as still_tagged,
      (select count(*) from subscribers where metadata ->> 'mailed' = ${subject})::int as noted`.execute(db);
  const wanted = {
    runs: 2 * people,
    people: 2 * people,
    done: 2 * people,
    steps: stepsEach * people,
    step_rows: stepsEach * people,
    added: people,
    removed: people,
    still_tagged: 0,
    noted: people,
  };
  const wrong = Object.entries(wanted)
    .filter(([name, count]) => rows[0]![name] !== count)
    .map(([name, count]) => `${name}: ${rows[0]![name]} instead of ${count}`);
  const faults = await findSequenceFaults(db);
  await sql`update sequences set is_active = false where name = ${subject}`.execute(db);
  // A newsletter can have 200 sequences, so those of earlier rounds are deleted.
  await sql`
    delete from sequences where name <> ${subject} and newsletter_key = (
      select newsletter_key from sequences where name = ${subject} limit 1)`.execute(db);
  return [...wrong, ...faults.map(fault => JSON.stringify(fault))];
}
