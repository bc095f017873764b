import type { RawBuilder } from 'kysely';
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
