import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailStatus } from '../../platform/database/schema.ts';

/** The ids of the newsletter's emails in one of these statuses, and of its automations, that meet the condition. */
export async function findUses(
  db: Database,
  newsletter_key: number,
  names: RawBuilder<boolean>,
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
  return { emails: emails.map(row => row.id), automations: automations.map(row => row.id) };
}

/** Who asked for the emails that will go out by themselves, and for the automations, that meet the condition. */
export async function findRequesters(
  db: Database,
  newsletter_key: number,
  names: RawBuilder<boolean>,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ by: string | null }>`
    select coalesce(sent_by, changed_by) as by from emails
    where newsletter_key = ${newsletter_key} and status in ('scheduled', 'about_to_send') and ${names}
    union
    select changed_by from automations where newsletter_key = ${newsletter_key} and ${names}`.execute(db);
  return rows.map(({ by }) => by);
}
