import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import type { Page } from '../../platform/http/query.ts';

export const unsubscriptionSchema = z
  .object({
    subscriber_id: z.string().nullable().describe('Null for deleted subscribers'),
    email_address: z.string().nullable(),
    date: timestamp,
    reason: z
      .string()
      .describe('What they wrote when they left; empty if they wrote nothing or have come back since'),
  })
  .meta({ id: 'EmailUnsubscription' });

/** Lists the people who unsubscribed through this email, latest first. Their number equals the unsubscriptions in its analytics. */
export async function listUnsubscriptions(
  db: Database,
  email_key: number,
  { page, page_size }: Page,
): Promise<{ results: z.output<typeof unsubscriptionSchema>[]; count: number }> {
  const { rows } = await sql<z.output<typeof unsubscriptionSchema> & { count: number }>`
    select subscribers.id as subscriber_id, email_address, deliveries.unsubscription_date as date,
      case when type = 'unsubscribed' then unsubscription_reason else '' end as reason,
      count(*) over () as count
    from delivery_chunks chunk
    join deliveries using (email_key, part)
    left join subscribers on subscribers.key = subscriber_key
    where chunk.email_key = ${email_key} and chunk.unsubscriptions > 0
      and subscriber_key between first_key and last_key and deliveries.unsubscription_date is not null
    order by deliveries.unsubscription_date desc, subscriber_key
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  // A page after the last has no row that could contain the total.
  if (rows.length === 0 && page > 1) {
    const { count } = await listUnsubscriptions(db, email_key, { page: 1, page_size: 1 });
    return { results: [], count };
  }
  return {
    results: rows.map(({ count, reason, ...row }) => ({ ...row, reason: reason ?? '' })),
    count: Number(rows[0]?.count ?? 0),
  };
}
