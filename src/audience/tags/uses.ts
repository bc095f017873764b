import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailStatus } from '../../platform/database/schema.ts';

/** Whether emails and automations of feeds name something in their columns, and sequences in the columns of their editions. */
type Naming = { names: RawBuilder<boolean>; in_sequences: RawBuilder<boolean> };

/** The conditions of a sequence's edition: who enters, who has reached the goal, and who gets a step. */
export const conditionsOfSequence = sql`jsonb_build_array(filters, exit_filters, steps)`;

/**
 * Finds the ids of the newsletter's emails in one of these statuses, and of its automations, that meet the condition. Of a sequence, the
 * current edition counts, and editions that people are still inside.
 */
export async function findUses(
  db: Database,
  newsletter_key: number,
  { names, in_sequences }: Naming,
  statuses: EmailStatus[],
): Promise<{ emails: string[]; automations: string[] }> {
  const emails = await db
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where('status', 'in', statuses)
    .where(names)
    .execute();
  const automations = await db
    .selectFrom('automations')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where(names)
    .execute();
  return {
    emails: emails.map(row => row.id),
    automations: [
      ...automations.map(row => row.id),
      ...(await findSequences(db, newsletter_key, in_sequences)),
    ],
  };
}

/** Finds the ids of the newsletter's sequences with an edition that meets the condition and that somebody may still go through. */
export async function findSequences(
  db: Database,
  newsletter_key: number,
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sequences where newsletter_key = ${newsletter_key} and ${inSequence(condition)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function inSequence(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sequence_editions edition
    where edition.sequence_key = sequences.key and ${condition} and (edition.number = sequences.edition or exists (
      select from sequence_runs run
      where run.sequence_key = sequences.key and run.edition = edition.number and run.status in ('waiting', 'held'))))`;
}

/** Finds who asked for the emails that will go out by themselves, and for the automations and active sequences, that meet the condition. */
export async function findRequesters(
  db: Database,
  newsletter_key: number,
  { names, in_sequences }: Naming,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ by: string | null }>`
    select coalesce(sent_by, changed_by) as by from emails
    where newsletter_key = ${newsletter_key} and status in ('scheduled', 'about_to_send') and ${names}
    union
    select changed_by from automations where newsletter_key = ${newsletter_key} and ${names}
    union
    select coalesce(activated_by, changed_by)::uuid from sequences
    where newsletter_key = ${newsletter_key} and is_active and ${inSequence(in_sequences)}`.execute(db);
  return rows.map(({ by }) => by);
}
