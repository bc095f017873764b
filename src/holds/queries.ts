import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Pending } from './hold.ts';

export type Restore = { id: string; taken_at: string; origin: string };

/** Finds the restore that made this database; undefined if it was not restored. */
export async function findRestore(db: Database): Promise<Restore | undefined> {
  const { rows } = await sql<Restore>`
    select id, taken_at, origin from restores order by restored_at desc limit 1`.execute(db);
  return rows[0];
}

const newsletter = sql`
  json_build_object('id', newsletters.id, 'username', newsletters.username, 'name', newsletters.name) as newsletter`;

/** Lists the emails that would go out or continue. */
export async function listPendingEmails(db: Database): Promise<Pending['emails']> {
  const { rows } = await sql<Pending['emails'][number]>`
    select emails.id, subject, status, publish_date, ${newsletter},
      coalesce(sum(accepted + bounced + complained), 0)::bigint as accepted,
      case when audience_frozen or sum(planned) > 0 then coalesce(sum(planned), 0)::bigint end as planned,
      coalesce(sum(temporary), 0)::bigint as temporary
    from emails
    join newsletters on newsletters.key = newsletter_key
    left join delivery_chunks on email_key = emails.key
    where ${isPending}
    group by emails.key, newsletters.key
    order by coalesce(publish_date, emails.creation_date), emails.key`.execute(db);
  return rows;
}

const isPending = sql<boolean>`(status in ('scheduled', 'about_to_send', 'in_flight') or status = 'sent' and exists (
  select from delivery_chunks where email_key = emails.key and next_attempt_date is not null))`;

/** Lists the bulk actions that would continue. */
export async function listPendingActions(db: Database): Promise<Pending['bulk_actions']> {
  const { rows } = await sql<Pending['bulk_actions'][number]>`
    select bulk_actions.id, type, ${newsletter}, total_count - done_count - skipped_count - failed_count as remaining
    from bulk_actions join newsletters on newsletters.key = newsletter_key
    where status in ('not_started', 'in_progress')
    order by bulk_actions.key`.execute(db);
  return rows;
}

/** Counts what else waits to go out. */
export async function countPending(
  db: Database,
): Promise<Pick<Pending, 'automations' | 'queued_items' | 'webhook_deliveries'>> {
  const { rows } = await sql<Awaited<ReturnType<typeof countPending>>>`
    select (select count(*) from automations where status = 'active') as automations,
      (select count(*) from automation_items where status = 'queued') as queued_items,
      (select count(*) from webhook_deliveries) as webhook_deliveries`.execute(db);
  return rows[0]!;
}
